"""Names and numbers people come up with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.display.plain import ELLIPSIS, REPLACEMENT, cut_end, cut_middle, figure, has_glyph, plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("Élodie Łuczak-Ősz", "Élodie Łuczak-Ősz"),
        ("E\N{COMBINING ACUTE ACCENT}lodie", "Élodie"),
        ("10 € für Jörg", "10 € für Jörg"),
        ("  two\nlines\t", "two lines"),
        ("王", REPLACEMENT),
        ("Zoë 🦊", f"Zoë {REPLACEMENT}"),
        ("👩‍👩‍👧", REPLACEMENT),
        ("👍🏽", REPLACEMENT),
        ("\ud800", REPLACEMENT),
        ("\N{RIGHT-TO-LEFT OVERRIDE}anna\0", "anna"),
        ("", ""),
    ],
)
def test_a_name_is_shown_on_one_line_in_letters_there_are(name, shown):
    assert plain(name) == shown


@given(st.text(alphabet=st.characters()))
def test_any_text_becomes_characters_the_fonts_have(text):
    assert all(has_glyph(character) or character == REPLACEMENT for character in plain(text))
    assert plain(plain(text)) == plain(text)


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (-3, "−3"),
        (11012, "11012"),
        (10**40 - 1, "9" * 40),
        (int("123456789" * 5), "12345678912345678912…89123456789123456789"),
        (10**600 + 42, "1" + "0" * 19 + "…" + "42".zfill(20)),
        (-(10**40), "−1" + "0" * 19 + "…" + "0" * 20),
    ],
)
def test_a_number_shows_both_ends_however_long_it_is(number, shown):
    assert figure(number) == shown


@pytest.mark.parametrize("digits", [4300, 4301, 5000, 20_000])
def test_numbers_too_long_for_python_to_write_are_shown(digits):
    assert figure(10**digits) == "1" + "0" * 19 + "…" + "0" * 20
    assert figure(10**digits - 1) == "9" * 20 + "…" + "9" * 20


@given(st.text(min_size=1), st.integers(1, 20))
def test_cut_texts_fit_and_say_that_they_are_cut(text, room):
    for cut in (cut_end, cut_middle):
        short = cut(text, lambda part: len(part) <= room)
        assert len(short) <= room
        assert short == text or ELLIPSIS in short


def test_a_long_number_keeps_both_ends():
    assert cut_middle("1234567890", lambda part: len(part) <= 8) == "1234…890"
