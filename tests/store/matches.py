"""Matches to keep: legal ones, played by chance that a seed decides."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from stbpi.rules import Match, RuleSet, rule_set
from stbpi.rules.actions import Close, Decision, NextRound, Redo, Roll, Undo
from stbpi.rules.history import History
from stbpi.store import schema
from stbpi.table.setup import MatchSetup

NOON = 1_753_700_400.0
"""Some wall-clock time; which one does not matter."""


def setup(
    players: tuple[str, ...] = ("Ada", "Grace"), rules: RuleSet | None = None, secret: int = 7
) -> MatchSetup:
    return MatchSetup(rules or rule_set("classic"), players, "electronic", bytes([secret]) * 32)


def long_setup() -> MatchSetup:
    """A match of some hundred decisions."""
    return setup(("Ada", "Grace", "Edsger", "Barbara"), rule_set("classic", ["hundred"]))


def decisions_of(prepared: MatchSetup, seed: int = 1, most: int = 10_000) -> tuple[Decision, ...]:
    """The decisions of a match played at random, or the first ``most``; some are made twice."""
    chance = random.Random(seed)
    history = History.start(prepared.rules, prepared.players)
    made: list[Decision] = []
    while len(made) < most and history.match.phase != "match_over":
        decision = _some_decision(history.match, chance)
        steps = [decision, Undo(), Redo()] if chance.random() < 0.1 else [decision]
        for step in steps:
            history = history.do(step)
            made.append(step)
    return tuple(made[:most])


def _some_decision(match: Match, chance: random.Random) -> Decision:
    if match.phase == "roll":
        return Roll(tuple(chance.randint(1, 6) for _ in range(match.dice_choices[-1])))
    if match.phase == "round_over":
        return NextRound()
    return Close(chance.choice(match.legal_moves()))


class SmallDisk:
    """Connects like the daemon does, to a disk that can be filled up: SQLite may use no further page."""

    def __init__(self) -> None:
        self.full = False
        self._connections: list[sqlite3.Connection] = []

    def connect(self, path: Path) -> sqlite3.Connection:
        connection = schema.connect(path)
        self._connections.append(connection)
        if self.full:
            self._limit(connection, 1)
        return connection

    def fill(self) -> None:
        self.full = True
        self._limit(self._connections[-1], 1)

    def free(self) -> None:
        self.full = False
        self._limit(self._connections[-1], 1_000_000)

    @staticmethod
    def _limit(connection: sqlite3.Connection, pages: int) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    """What another program reads from the file."""
    connection = sqlite3.connect(path)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def pieces(decisions: Iterable[Decision], chance: random.Random) -> list[tuple[Decision, ...]]:
    """The decisions in the portions an event causes: mostly one, sometimes a few."""
    remaining = list(decisions)
    portions = []
    while remaining:
        size = chance.choice((1, 1, 1, 2, 3))
        portions.append(tuple(remaining[:size]))
        del remaining[:size]
    return portions
