"""Matches with electronic dice as they are thrown, and people who change their minds."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from stbpi.rules import Phase, rule_set
from stbpi.rules.actions import Decision, Roll
from stbpi.table.course import Course
from stbpi.table.dice import commitment
from stbpi.table.dice_check import DiceCheck, check_dice
from stbpi.table.setup import MatchSetup
from tests.rules.playing import actions_now
from tests.table.driver import SECRET

MOST_DECISIONS = 400


def played_by_chance(setup: MatchSetup, seed: int) -> tuple[Decision, ...]:
    """A match with electronic dice and people who change their minds, leave and are corrected."""
    chance = Random(seed)
    course = Course(setup)
    made: list[Decision] = []
    while course.match.phase != Phase.MATCH_OVER and len(made) < MOST_DECISIONS:
        if course.history.can_undo and chance.random() < 0.15:
            for _ in range(chance.randint(1, 3)):
                made += course.undo() if course.history.can_undo else ()
        elif course.history.can_redo and chance.random() < 0.4:
            made += course.redo()
        elif course.match.phase is Phase.ROLL and chance.random() < 0.95:
            made += course.do(Roll(course.draw(one_die=chance.random() < 0.5)))
        else:
            action = actions_now(course.match, chance, meddling=seed % 2 == 1)
            if not isinstance(action, Roll):
                made += course.do(action)
    return tuple(made)


def setup_of(name: str, variants: tuple[str, ...] = (), players: int = 3, **axes: object) -> MatchSetup:
    rules = rule_set(name, variants, **axes)
    seats = min(max(players, rules.min_players), rules.max_players)
    return MatchSetup(rules, tuple("ABCDEF"[:seats]), "electronic", SECRET)


def dice_of(setup: MatchSetup, decisions: Iterable[Decision]) -> DiceCheck:
    """What comes of checking these decisions with the secret of their own match."""
    return check_dice(
        *(setup.rules, setup.players, decisions),
        source=setup.dice_source,
        published=commitment(setup.secret),
        secret=setup.secret.hex(),
    )
