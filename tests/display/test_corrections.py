"""Nobody takes a corrected score for one that was played: screens mark it, and say who, by how much and why."""

from __future__ import annotations

import re

import pytest

from stbpi.display.compose import compose
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Correct
from stbpi.table.events import CorrectScore
from stbpi.table.menu_course import REASON
from stbpi.table.prompts import Offer, Prompt, PromptCode
from tests.display.matches import blocked_with_15, corrected
from tests.display.reading import read
from tests.table.driver import AtTable

OVER = Prompt(code=PromptCode.MATCH_OVER, winners=(0,), press=Offer.NEW_MATCH)


def finished(players: int = 2, **axes: object) -> Match:
    match = Match.start(rule_set("classic", **axes), players)
    for _ in range(players):
        match = blocked_with_15(match)
    return match


def texts(match: Match, *corrections: Correct, prompt: Prompt = OVER, language: str = "en") -> list[str]:
    screen = compose(corrected(match, prompt, *corrections), catalogue(language))
    return [written.text for written in read(screen)]


def test_a_score_nobody_has_corrected_has_no_mark():
    shown = texts(finished())
    assert shown.count("15") == 2
    assert not [text for text in shown if "(" in text or "corrected" in text]


def test_the_total_has_the_points_behind_it_and_the_line_the_reason():
    shown = texts(finished(), Correct(0, -3, "misread"))
    assert "12 (−3)" in shown
    assert "15" in shown
    assert "corrected: Player 1 −3 (misread)" in " ".join(shown)


def test_corrections_of_one_player_are_added_up_and_those_that_cancel_each_other_are_still_told():
    shown = texts(
        finished(), Correct(0, -3, "a"), Correct(1, 2, "b"), Correct(0, 8, "c"), Correct(1, -2, "d")
    )
    assert "20 (+5)" in shown
    assert "corrected: Player 1 +5, Player 2 0" in " ".join(shown)


def test_the_trays_own_reason_is_not_said_twice():
    assert "corrected: Player 1 −3" in texts(finished(), Correct(0, -3, REASON))


def test_where_all_rows_are_needed_for_people_the_mark_remains():
    shown = texts(finished(8), Correct(7, 40, "counted twice"))
    assert "55*" in shown
    assert len([text for text in shown if text.startswith("Play")]) == 9
    assert not [text for text in shown if "corrected" in text]


def test_money_is_not_marked_for_it_is_not_what_was_corrected():
    match = finished(stake=50)
    shown = texts(match, Correct(0, -3, "counted twice"))
    assert not [text for text in shown if "(−3)" in text]
    assert "corrected" in " ".join(shown)


@pytest.mark.parametrize("reason", ["x" * 500, "🎲🎲", "line\nbreak\ttab", "\u202e reversed"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_any_reason_is_shown_as_far_as_there_is_room(reason, language):
    shown = texts(finished(), Correct(0, -3, reason), language=language)
    assert any("−3" in text for text in shown)
    assert "15" in shown


@pytest.mark.parametrize("dice", ["electronic", "entered"])
def test_at_the_table_a_correction_is_told_until_the_match_goes_on(dice):
    """From the menu's answer on: people want to see that the right player had the right points."""
    at = AtTable("classic", ["hundred"], players=("Anna", "Bert"), dice=dice).press()

    def glass() -> str:
        return " ".join(written.text for written in read(compose(at.table.view, catalogue("en"))))

    before = glass()
    at.send(CorrectScore(1, -3, "counted twice"))
    assert "corrected: Bert −3" in glass()
    at.restart().rest()
    assert "corrected: Bert −3" in glass(), "a pulled plug does not take it away"
    at.hold(4)
    assert glass() == before
    at.send(CorrectScore(1, -3, "counted twice"))
    if dice == "entered":
        at.throw(6, 3)
    else:
        at.press().rest(2)
    assert "corrected" not in glass()


@pytest.mark.parametrize("size", [(128, 64), (64, 128)])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("points", [10**30, 7 - 10**30, 10**39, 123_456_789])
def test_a_score_and_its_correction_are_told_apart_however_long_both_are(points, players, size):
    """Each keeps its own sign, ends and brackets: nobody can take the two for one number."""
    shown = corrected(finished(players), OVER, Correct(0, points, "miscounted"))
    screen = compose(shown, catalogue("en"))
    written = " ".join(text for text, _, _ in read(screen, size))
    score, sign = str(points + 15).replace("-", "−"), "+" if points > 0 else "−"
    starts = score[:2] if points < 0 else score[0]
    ends = str(abs(points))[-1]
    pattern = rf"(^| ){starts}[0-9 ]*(…[0-9]*)?{score[-1]}( \(\d+\))? \({re.escape(sign)}\d+(…\d*)?{ends}( \(\d+\))?\)"
    assert re.search(pattern, written), written


def test_scores_of_full_length_come_before_the_line_that_repeats_the_correction():
    shown = texts(finished(), Correct(0, 10**30, "miscounted"))
    assert "100…015 (31) (+10…00 (31))" in shown
    assert not [text for text in shown if "corrected" in text]
