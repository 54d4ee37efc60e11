"""Matches that screens are drawn of, and views of them as people would have them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Correct
from stbpi.rules.ruleset import RuleSet
from stbpi.table.events import FlapRef
from stbpi.table.prompts import Prompt
from stbpi.table.setup import DiceSource, MatchSetup, TraySides
from stbpi.table.view import TableView

CLASSIC = rule_set("classic")


def flaps(*numbers: int, side: int = 0) -> tuple[FlapRef, ...]:
    return tuple(FlapRef(side, number) for number in numbers)


def view(
    prompt: Prompt,
    match: Match | None = None,
    *,
    rules: RuleSet = CLASSIC,
    players: tuple[str, ...] = ("Anna", "Bert"),
    pending: Iterable[int] = (),
    dice_source: DiceSource = "electronic",
    rolling: Match | None = None,
    corrections: Iterable[Correct] = (),
    gone: tuple[int, ...] = (),
) -> TableView:
    if match is not None:
        rules, players = match.rules, match.players
    sides = len(players) if rules.rows == "own" else 1
    return TableView(
        setup=MatchSetup(rules=rules, players=players, dice_source=dice_source, secret=bytes(32)),
        match=match,
        prompt=prompt,
        sides=TraySides((rules.flaps,) * sides),
        closed=(frozenset(),) * sides,
        pending=(frozenset(pending), *(frozenset[int]() for _ in range(sides - 1))),
        can_undo=match is not None,
        can_redo=False,
        rolling=rolling,
        corrections=tuple(corrections),
        gone=gone,
    )


def left_out(scene: TableView, *numbers: int) -> TableView:
    """The same with switches of side 0 that are not believed."""
    return replace(scene, doubted=frozenset(flaps(*numbers)))


def classic(*players: str, variants: Iterable[str] = ()) -> Match:
    return Match.start(rule_set("classic", list(variants)), players or ("Anna", "Bert"))


def all_but_7_and_8(match: Match) -> Match:
    """The turn of one player, who has closed all but 7 and 8 and is to throw."""
    for dice, closed in (((6, 3), [9]), ((6, 3), [4, 5]), ((3, 3), [1, 2, 3]), ((3, 3), [6])):
        match = match.roll(*dice).close(closed)
    return match


def blocked_with_15(match: Match) -> Match:
    """The turn of one player, who closes all but 7 and 8 and then throws 3."""
    return all_but_7_and_8(match).roll(2, 1)


def shut(match: Match) -> Match:
    for dice, closed in (((6, 6), [3, 9]), ((6, 6), [4, 8]), ((6, 6), [5, 7]), ((6, 3), [1, 2, 6])):
        match = match.roll(*dice).close(closed)
    return match


def corrected(match: Match, prompt: Prompt, *corrections: Correct) -> TableView:
    """What is shown once an operator has made these corrections."""
    for one in corrections:
        match = match.correct(one.player, one.points, one.reason)
    return view(prompt, match, corrections=corrections)


def tray(*players: str, variants: Iterable[str] = (), **axes: object) -> Match:
    return Match.start(rule_set("tray", list(variants), **axes), players or ("Anna", "Bert", "Carla"))
