"""Names and numbers people come up with."""

from functools import partial

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
        (int("123456789" * 5), "12345678912345678912…89123456789123456789 (45)"),
        (10**600 + 42, "1" + "0" * 19 + "…" + "42".zfill(20) + " (601)"),
        (-(10**40), "−1" + "0" * 19 + "…" + "0" * 20 + " (41)"),
    ],
)
def test_a_number_shows_both_ends_however_long_it_is(number, shown):
    assert figure(number) == shown


@pytest.mark.parametrize("digits", [4300, 4301, 5000, 20_000])
def test_numbers_too_long_for_python_to_write_are_shown(digits):
    assert figure(10**digits) == f"1{'0' * 19}…{'0' * 20} ({digits + 1})"
    assert figure(10**digits - 1) == f"{'9' * 20}…{'9' * 20} ({digits})"


@given(st.text(min_size=1), st.integers(1, 20))
def test_cut_texts_fit_and_say_that_they_are_cut(text, room):
    for cut in (cut_end, cut_middle):
        short = cut(text, lambda part: len(part) <= room)
        assert len(short) <= room
        assert short == text or ELLIPSIS in short


def test_a_long_number_keeps_both_ends():
    assert cut_middle("1234567890", lambda part: len(part) <= 8) == "1…0 (10)"
    assert cut_middle("1234567890", lambda part: len(part) <= 7) == "123…890"
    assert cut_middle("beat 12345678901234", lambda part: len(part) <= 18) == "beat 1234…234 (14)"
    assert cut_middle("1234…6789 (4300)", lambda part: len(part) <= 13) == "123…89 (4300)"
    assert cut_middle("−1234567890", lambda part: len(part) <= 10) == "−12…0 (10)"


def test_numbers_that_differ_in_length_never_look_the_same():
    """1 and then 5 to 60 zeros: shortened to any room for both ends and the length, no two look alike."""
    for room in range(8, 24):
        fits = partial(_within, room)
        shown = [cut_middle(figure(10**digits), fits) for digits in range(5, 60)]
        assert len(set(shown)) == len(shown)


def _within(room, text):
    return len(text) <= room
