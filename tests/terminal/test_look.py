"""What rows, dice, names and colours look like, and when they are plain."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from stbpi.rules import Match, rule_set
from stbpi.terminal import picture
from stbpi.terminal.cast import Cast
from stbpi.terminal.look import Look, cut, look_at, one_line, width
from tests.terminal.typing_person import without_colour

ENGLISH = NullTranslations()


def test_a_closed_flap_is_a_dot_as_wide_as_its_number():
    assert picture.row(range(1, 13), [1, 3, 10, 12], Look(), 80) == ["│1│·│3│·│·│·│·│·│·│10│ ·│12│"]
    assert picture.row(range(1, 13), [1, 3, 10, 12], Look(signs=False), 80) == [
        "|1|.|3|.|.|.|.|.|.|10| .|12|"
    ]


def test_a_row_that_is_too_long_goes_on_below():
    assert picture.row(range(1, 13), range(1, 13), Look(), 20) == ["│1│2│3│4│5│6│7│8│9│", "│10│11│12│"]
    assert picture.row([999], [999], Look(), 2) == ["│999│"]


def test_colour_changes_nothing_of_what_is_written():
    coloured, plain = Look(colour=True), Look()
    match = Match.start(rule_set("numbers"), ["Anna", "Ben"]).roll(4, 5)
    cast = Cast(match.players, ENGLISH)
    for draw in (picture.seats, picture.standing):
        drawn = draw(match, cast, coloured, ENGLISH)
        assert any("\x1b[" in line for line in drawn)
        assert [without_colour(line) for line in drawn] == draw(match, cast, plain, ENGLISH)
    assert without_colour(picture.dice([6, 3], coloured)) == picture.dice([6, 3], plain) == "  [6] [3] = 9"


@pytest.mark.parametrize(
    ("is_terminal", "encoding", "environment", "colour", "signs"),
    [
        (True, "utf-8", {"TERM": "xterm"}, True, True),
        (True, "utf-8", {"TERM": "dumb"}, False, True),
        (True, "utf-8", {}, False, True),
        (True, "utf-8", {"TERM": "xterm", "NO_COLOR": "1"}, False, True),
        (True, "utf-8", {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        (False, "utf-8", {"TERM": "xterm"}, False, True),
        (True, "ascii", {"TERM": "xterm"}, True, False),
        (True, "latin-1", {"TERM": "xterm"}, True, False),
        (True, None, {"TERM": "xterm"}, True, False),
        (True, "no-such-encoding", {"TERM": "xterm"}, True, False),
    ],
)
def test_what_a_terminal_can_show_is_found_out(is_terminal, encoding, environment, colour, signs):
    look = look_at(80, is_terminal=is_terminal, encoding=encoding, environment=environment)
    assert (look.colour, look.signs) == (colour, signs)


def test_a_terminal_that_does_not_know_its_width_gets_a_narrow_one():
    assert look_at(0, is_terminal=True, encoding="utf-8", environment={}).columns == 20


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        (" Anna \n Maria ", "Anna Maria"),
        ("\x1b[31mred\x07", "[31mred"),
        ("ab\u202ecd\u200b", "abcd"),
        ("", "Player 1"),
        ("\x00", "Player 1"),
        ("x" * 200, "x" * 13 + "..."),
        ("漢字" * 20, "漢字漢字漢字..."),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_no_name_disturbs_the_terminal(name, shown):
    assert Cast([name], ENGLISH).names == (shown,)
    assert width(shown) <= 16


def test_columns_are_counted_as_terminals_do():
    assert [width(text) for text in ("abc", "漢字", "e\u0301")] == [3, 4, 1]
    assert cut("漢字漢字", 7) == "漢字..."
    assert one_line("a\tb\r\nc\u2028d") == "a b c d"


def test_seats_that_do_not_fit_beside_their_rows_get_a_line_more():
    match = Match.start(rule_set("tray", flaps=12), ["Anna", "Ben"])
    assert picture.seats(match, Cast(match.players, ENGLISH), Look(28), ENGLISH) == [
        "▸ Anna",
        "  │1│2│3│4│5│6│7│8│9│10│11│",
        "  │12│",
        "  Ben",
        "  │1│2│3│4│5│6│7│8│9│10│11│",
        "  │12│",
    ]


def test_figures_that_do_not_fit_beside_names_get_lines_of_their_own():
    rules = rule_set("tray", ["express"], flaps=24, dice=4)
    match = Match.start(rules, ["Anna", "Ben"]).retire(0)
    written = picture.standing(match, Cast(match.players, ENGLISH), Look(40), ENGLISH)
    figures = "123456789101112131415161718192021222324"
    assert written[0].strip() == "Anna (left)"
    assert figures in "".join(line.strip() for line in written).replace("round 1: ", "")
    assert all(len(line) <= 40 for line in written)
