"""The program at a real (pseudo) terminal and over pipes: how it begins, is edited, interrupted and ended."""

from __future__ import annotations

import pytest

from tests.terminal.typing_person import Play, without_colour

SEEDED = ("--dice-seed", "7", "--players", "Anna", "Ben")


@pytest.mark.parametrize("columns", [80, 40])
def test_a_terminal_is_asked_in_colour_within_its_width(columns):
    with Play(*SEEDED, columns=columns) as program:
        program.read()
        program.type("")
        program.type("rules")
        assert "\x1b[1m1\x1b[0m" in program.written
        lines = without_colour(program.written).split("\n")
        assert "  │1│2│3│4│5│6│7│8│9│" in lines
        assert lines[-1] == "Anna, close 4: "
        assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted_or_can_be_shown(environment):
    with Play(*SEEDED, columns=80, environment=environment) as program:
        program.read()
        program.type("")
        program.type("help")
        program.type("quit")
        assert program.status() == 0
        assert "\x1b" not in program.written


def test_a_terminal_without_unicode_gets_signs_it_has():
    environment = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    with Play("--rules", "tray", "--players", "Zoë", "Ben", columns=80, environment=environment) as program:
        written = without_colour(program.read())
        assert "> Zo? |1|2|3|4|5|6|7|8|9|10|" in written


def test_lines_can_be_edited_and_fetched_back():
    with Play(*SEEDED, columns=80) as program:
        program.read()
        assert "Anna's turn." in program.type("shox\x7fw")
        # Ctrl-P is the line before; the arrow keys do the same in their own codes.
        program.send(b"\x10\n")
        assert "show\nAnna's turn." in without_colour(program.read())


def test_ctrl_c_ends_quietly():
    with Play(*SEEDED, columns=80) as program:
        program.read()
        program.type("")
        assert program.interrupt().strip() == ""
        assert program.status() == 130


def test_ctrl_d_ends_quietly():
    with Play(*SEEDED, columns=80) as program:
        program.read()
        assert program.press(b"\x04").strip() == ""
        assert program.status() == 0


@pytest.mark.parametrize("typed", [b"", b"\n", b"\n4", b"\n4\n"])
def test_the_end_of_a_pipe_ends_quietly(typed):
    with Play(*SEEDED) as program:
        program.read()
        program.send(typed)
        last = program.hang_up_input()
        while not last.endswith("\n"):
            last = program.read()
        assert program.status() == 0
        assert "Traceback" not in program.written
        assert program.written.endswith(": \n")


def test_what_comes_over_a_pipe_is_shown_as_if_it_were_typed():
    with Play(*SEEDED) as program:
        assert program.read().startswith("\nClassic, with Anna and Ben.")
        assert program.type("  undo ") == (
            "undo\nNothing has been done yet that could be taken back.\nAnna, throw (Enter): "
        )
        assert "\x1b" not in program.written


def test_bytes_that_are_no_text_are_one_more_line_that_means_nothing():
    with Play(*SEEDED) as program:
        program.read()
        program.send(b"\xff\xfe\x00\n")
        assert "means nothing here" in program.read()
        program.type("quit")
        assert program.status() == 0


def test_who_stops_listening_is_no_error():
    with Play(*SEEDED) as program:
        program.read()
        program.stop_listening()
        program.send(b"help\nhelp\n")
        assert program.status() == 0


def test_a_name_that_would_clear_the_screen_does_not():
    with Play("--players", "\x1b[2JAnna", "Ben", columns=80) as program:
        assert "\x1b[2J" not in program.read()
