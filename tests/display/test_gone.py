"""A score whose player has left still counts: screens say whose it is that nobody can see at the table."""

from __future__ import annotations

import pytest

from stbpi.display.compose import compose
from stbpi.locale import LANGUAGES, catalogue
from stbpi.table.events import RetirePlayer, UndoDecision
from tests.display.reading import read
from tests.table.driver import AtTable


def glass(at: AtTable, language: str = "en") -> str:
    return " ".join(written.text for written in read(compose(at.table.view, catalogue(language))))


def noted(at: AtTable) -> AtTable:
    """Close a two, and be blocked by the next."""
    return at.throw(1, 1).answer(2).throw(1, 1).press().as_told()


def test_the_score_to_beat_of_who_has_left_is_said_to_be_theirs():
    at = noted(AtTable(players=("Ann", "Ben", "Cat")).press())
    at.send(RetirePlayer(0))
    assert at.table.view.gone == (0,)
    assert "beat 43 " in glass(at)
    assert "Ann has left" in glass(at)
    at.throw(6, 3)
    assert "Ann has left" in glass(at)
    assert "Ann has left" in glass(at.restart()), "a pulled plug does not take it away"
    noted(at.answer(9))
    assert "beat 34 " in glass(at)
    assert "has left" not in glass(at), "the score to beat is of one who is there"


def test_one_who_is_there_and_has_the_same_score_is_enough():
    at = noted(noted(AtTable(players=("Ann", "Ben", "Cat")).press()))
    at.send(RetirePlayer(0))
    assert "beat 43" in glass(at)
    assert "has left" not in glass(at)
    at.send(RetirePlayer(1))
    assert "Ann, Ben have left" in glass(at) or "Ann and Ben have left" in glass(at)


def test_a_winner_who_has_left_is_said_to():
    at = noted(AtTable(players=("Ann", "Ben", "Cat")).press().throw(6, 3).answer(9))
    at.send(RetirePlayer(0))
    noted(at).throw(1, 1).answer(2).throw(1, 1).press()
    assert (at.code, at.match.winners) == ("match_over", (0,))
    assert "Ann has left Ann wins!" in glass(at)
    assert "Ben has left" not in glass(at)


def test_a_winner_who_stayed_and_a_loser_who_left_need_no_word():
    at = noted(AtTable(players=("Ann", "Ben")).press())
    at.send(RetirePlayer(0))
    at.throw(6, 3).answer(9).throw(1, 1).answer(2).throw(1, 1).press()
    assert at.match.winners == (1,)
    assert "has left" not in glass(at)


def test_the_winner_of_a_round_who_has_left_is_said_to():
    at = AtTable("classic", ["hundred"], players=("Ann", "Ben", "Cat")).press().throw(6, 3).answer(9)
    noted(at)
    at.send(RetirePlayer(0))
    noted(at).throw(1, 1).answer(2).throw(1, 1).press()
    assert (at.code, at.match.round_winners) == ("round_over", (0,))
    assert "Ann has left" in glass(at)


def test_taken_back_they_are_there_again():
    at = noted(AtTable(players=("Ann", "Ben")).press())
    at.send(RetirePlayer(0))
    at.send(UndoDecision())
    assert at.table.view.gone == ()
    assert "has left" not in glass(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language):
    at = noted(AtTable(players=("Ann", "Ben", "Cat")).press().throw(6, 3).answer(9))
    at.send(RetirePlayer(0))
    told = catalogue(language).ngettext("{names} has left", "{names} have left", 1).format(names="Ann")
    assert told in glass(at, language)
    noted(at).throw(1, 1).answer(2).throw(1, 1).press()
    assert told in glass(at, language)
