"""Every screen that comes between matches."""

from __future__ import annotations

from dataclasses import replace

from stbpi.rules import RuleSet, rule_set
from stbpi.table.attract import AttractPage
from stbpi.table.played import Best, Ending, Past, PlayedMatch, kind_of
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.view import TableView
from tests.display.matches import CLASSIC, view


def played(number: int, *scores: tuple[str, int | None]) -> PlayedMatch:
    """A match of one round, the players in the order of their places."""
    points = tuple(score for _, score in scores)
    return PlayedMatch(
        match_id=number,
        began_at=1_753_700_400.0,
        kind=kind_of(CLASSIC),
        players=tuple(name for name, _ in scores),
        ending=Ending.FINISHED,
        rounds=(points,),
        ranks=tuple(points.index(score) + 1 for score in points),
        totals=points,
        winners=tuple(seat for seat, score in enumerate(points) if score is not None and score == points[0]),
        balances=(0,) * len(points),
    )


LAST = (
    played(9, ("Anna", 4), ("Bert", 11), ("Carla", 30)),
    played(8, ("Bert", 12), ("Anna", 12)),
    played(7, ("Player 2", 0), ("Anna", None)),
)
LONG = "Maximiliane-Wilhelmine von und zu Hohenzollern"
DIGITS = 123_456_789_101_112


def between(page: AttractPage, past: Past, rules: RuleSet = CLASSIC, press: Offer = Offer.START) -> TableView:
    prompt = Prompt(code=PromptCode.PRESS_TO_START, press=press)
    return replace(view(prompt, rules=rules), past=past, attract=page)


def record(score: int, *players: str, times: int = 1, rules: RuleSet = CLASSIC) -> TableView:
    return between(AttractPage.HOUSE, Past(Best(score, players, times, 3)), rules)


ATTRACT = {
    "attract_house": record(3, "Anna"),
    "attract_house_shut": record(0, "Anna", "Bert", times=12, rules=rule_set("pub")),
    "attract_house_variant": record(0, "Anna", times=2, rules=rule_set("classic", ["one-die"])),
    "attract_house_many": record(
        0, "Anna", "Bert", "Carla", "Player 4", times=31, rules=rule_set("tray", ["common", "express"])
    ),
    "attract_house_long": record(DIGITS, LONG, times=2, rules=rule_set("numbers")),
    "attract_today": between(AttractPage.TODAY, Past(today=Best(12, ("Player 2",), 1, 3))),
    "attract_last": between(AttractPage.LAST, Past(last=LAST)),
    "attract_last_long": between(AttractPage.LAST, Past(last=(played(1, (LONG, DIGITS)),))),
    "attract_how_to_start": between(AttractPage.HOW_TO_START, Past(), rule_set("tray", ["common"])),
    "attract_how_to_start_kept": between(AttractPage.HOW_TO_START, Past(), press=Offer.ASK_TO_START),
}
