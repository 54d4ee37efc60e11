"""The seats that the house plays: what it will do there, worked out by whoever is handed in.

People throw for it and move its flaps; nothing else than what it has decided is taken. It decides from the match, and
where it leaves something to chance from the match's secret: taken back, or after a restart, it decides the same.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from stbpi.rules import Match, Phase
from stbpi.rules.actions import Action, Close, Roll, RollAgain
from stbpi.rules.players import called, house_strength
from stbpi.rules.said import N_, NN_, Listed, Said
from stbpi.rules.strength import Strength
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup

Chance: TypeAlias = Callable[[int], int]
"""Gives a whole number from 0 to below the one it is given, each as likely."""

Answers: TypeAlias = Mapping[int, tuple[int, ...]]
"""What the house closes, by seat, ascending; () where it throws again. Seats of people are not in it."""

NOBODY: Answers = {}


class HousePlayer(Protocol):
    """How the house plays."""

    def unable(self, setup: MatchSetup, strength: Strength) -> Said | None:
        """Why it cannot play in this match; None where it can."""

    def dice(self, match: Match, strength: Strength, chance: Chance) -> int:
        """How many dice the thrower throws, of several numbers that may be."""

    def answer(self, match: Match, seat: int, strength: Strength, chance: Chance) -> tuple[int, ...]:
        """The flaps that a seat closes; () where it throws again."""


class House:
    """The seats of one match that the house plays."""

    def __init__(self, setup: MatchSetup, player: HousePlayer | None) -> None:
        self._setup = setup
        self._player = player
        strengths = enumerate(map(house_strength, setup.players))
        self._strengths = {seat: strength for seat, strength in strengths if player and strength}
        self._dice: tuple[Match, int | None] | None = None
        self._answers: tuple[Match, Answers] | None = None

    def check(self) -> None:
        """Raise TableRefusal where the house cannot play what it is to play here."""
        for strength in self._strengths.values():
            unable = self._player.unable(self._setup, strength) if self._player else None
            if unable is not None:
                raise TableRefusal("bad_setup", unable)

    def dice(self, match: Match, throws: int) -> int | None:
        """How many dice the house throws, ``throws`` standing before; None where it is not the one who throws."""
        if self._dice is None or self._dice[0] is not match:
            self._dice = match, self._find_dice(match, throws)
        return self._dice[1]

    def answers(self, match: Match, throws: int) -> Answers:
        """What the house closes with the throw that stands."""
        if self._answers is None or self._answers[0] is not match:
            self._answers = match, self._find_answers(match, throws)
        return self._answers[1]

    def allow(self, match: Match, throws: int, action: Action) -> None:
        """Raise TableRefusal for an action of a seat that the house plays, unless it is the house's own."""
        if isinstance(action, Roll):
            dice = self.dice(match, throws)
            if dice is not None and len(action.dice) != dice and len(action.dice) in match.dice_choices:
                code = "one_die_not_allowed" if len(action.dice) == 1 else "two_dice_not_allowed"
                throw = NN_("{name} throws {n} die; throw as many.", "{name} throws {n} dice; throw as many.")
                name = called(match.players, match.waiting_for[0])
                raise TableRefusal(code, Said.counted(throw, dice, name=name, n=dice))
        elif isinstance(action, Close | RollAgain) and match.waiting_for:
            seat = action.player if isinstance(action, Close) else None
            seat = match.waiting_for[0] if seat is None else seat
            wanted = self.answers(match, throws).get(seat)
            closed = tuple(sorted(action.flaps)) if isinstance(action, Close) else ()
            if wanted is not None and closed != wanted:
                raise self._otherwise(match, seat, wanted)

    def _otherwise(self, match: Match, seat: int, wanted: tuple[int, ...]) -> TableRefusal:
        name = called(match.players, seat)
        if not wanted:
            return TableRefusal(
                "not_allowed_set", Said.of(N_("{name} throws again; throw once more."), name=name)
            )
        closes = N_("{name} closes {flaps}; close that.")
        return TableRefusal("not_allowed_set", Said.of(closes, name=name, flaps=Listed(wanted)))

    def _find_dice(self, match: Match, throws: int) -> int | None:
        seat = match.player
        if self._player is None or match.phase is not Phase.ROLL or seat not in self._strengths:
            return None
        if len(match.dice_choices) == 1:
            return match.dice_choices[0]
        return self._player.dice(match, self._strengths[seat], self._chance(throws, "dice"))

    def _find_answers(self, match: Match, throws: int) -> Answers:
        if self._player is None or match.phase is not Phase.CLOSE:
            return NOBODY
        return {
            seat: self._player.answer(
                match, seat, self._strengths[seat], self._chance(throws, f"seat {seat + 1}")
            )
            for seat in match.waiting_for
            if seat in self._strengths
        }

    def _chance(self, throws: int, what: str) -> Chance:
        text = f"house throw {throws + 1} {what}"
        drawn = int.from_bytes(hmac.digest(self._setup.secret, text.encode("ascii"), "sha256"), "big")
        # Of 2^256 numbers a remainder more or less is as good as none.
        return lambda below: drawn % below
