"""The house in the terminal: people throw for it, and what it closes is done at once."""

from __future__ import annotations

from io import StringIO

import pytest

from stbpi import cli
from stbpi.house import Players
from stbpi.rules import Phase
from stbpi.rules.actions import Close, Redo, Roll, Undo
from tests.terminal.test_lines import Typed


def typed_with_house(*players: str, **more) -> Typed:
    return Typed(players=players or ("House careful", "Anna"), house=Players(), **more)


def test_what_the_house_closes_is_done_at_once_and_said():
    typed = typed_with_house()
    assert typed.prompt == "House (careful), what do 2 dice show: "
    said = typed("6 4")
    assert "House (careful) closes 1 9." in said
    assert "│·│2│3│4│5│6│7│8│·│" in said
    assert typed.session.decisions == (Roll((6, 4)), Close((1, 9)))


def test_blocked_it_is_somebody_elses_turn_who_chooses_freely():
    typed = typed_with_house()
    typed("1 1", "1 1", "6 4")
    assert typed.prompt == "Anna, close 10: "
    assert typed.match.open_flaps(0) == (1, 3, 4, 5, 6, 7, 8, 9)
    typed("4 6")
    assert typed.match.open_flaps(1) == (1, 2, 3, 5, 7, 8, 9)


def test_taken_back_it_waits_for_enter_and_takes_nothing_else():
    typed = typed_with_house()
    typed("6 4", "undo")
    assert typed.match.phase is Phase.CLOSE
    assert "The house closes 1 and 9; close that." in typed("4 6").replace("\n", " ")
    typed("")
    assert typed.session.decisions[-2:] == (Undo(), Close((1, 9)))
    typed("undo", "redo")
    assert typed.session.decisions[-1] == Redo()


def test_electronic_dice_are_as_many_as_it_wants():
    typed = typed_with_house("House careful", name="pub", flaps=[1, 2, 3], dice="electronic")
    assert typed.prompt == "House (careful), throw one die (Enter): "
    typed("")
    assert len(typed.session.decisions[0].dice) == 1


def test_a_common_throw_is_answered_for_its_seat_alone():
    typed = typed_with_house("Anna", "House careful", name="tray", variants=["common"])
    typed("6 4")
    assert typed.session.decisions == (Roll((6, 4)), Close((10,), 1))
    assert typed.match.waiting_for == (0,)


def test_a_match_is_played_to_its_end_and_replays_equal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", StringIO("\n" * 90))
    file = tmp_path / "match.stb"
    words = ["play", "--rules", "classic", "--players", "House random", "--house", "perfect"]
    assert cli.main([*words, "--dice-seed", "3", "--record", str(file), "--language", "en"]) == 0
    assert "players = House random, House perfect" in file.read_text()
    assert cli.main(["replay", str(file)]) == 0
    assert "House (perfect)" in capsys.readouterr().out


def test_who_is_no_player_of_the_house_is_refused(capsys):
    assert cli.main(["play", "--house", "perfekt"]) == 2
    assert capsys.readouterr().err == (
        'stbpi: --house: "perfekt" is no player of the house; did you mean perfect?\n'
    )


@pytest.mark.parametrize(
    ("given", "seats"), [(["Anna"], ["Anna"]), (["2"], ["Player 1", "Player 2"]), (None, ["Player 1"])]
)
def test_the_house_sits_after_the_others(given, seats, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    words = [] if given is None else ["--players", *given]
    assert cli.main(["play", *words, "--house", "greedy", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in (*seats, "House (greedy)"))
