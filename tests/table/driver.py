"""People at a table, on virtual time: they close and raise flaps, press the button, wait."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.rules import rule_set
from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.table.choices import Choices, Offers
from stbpi.table.entry import Counted
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    EnterDice,
    Event,
    FlapChange,
    FlapRef,
    FlapsChanged,
    FlapsSeen,
    Tick,
)
from stbpi.table.prompts import Item, Prompt, PromptCode
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Outcome, Signal

SECOND = 1_000_000
SECRET = bytes(range(32))


class Fresh:
    """Secrets that follow from nothing but how many were asked for."""

    def __init__(self) -> None:
        self.given = 0

    def __call__(self) -> bytes:
        self.given += 1
        return self.given.to_bytes(32, "big")


class AtTable:
    """A table, the people at it and the journal beside it. ``tray`` is how many flaps each side has."""

    def __init__(
        self,
        rules="classic",
        variants=(),
        *,
        players=("Ann", "Ben"),
        dice="entered",
        sides=None,
        tray=None,
        timing=None,
        secret=SECRET,
        offers=None,
        house=None,
        **axes,
    ):
        chosen = rule_set(rules, variants, **axes)
        self.setup = MatchSetup(chosen, tuple(players), dice, secret)
        row = tuple(range(1, (tray or max(9, *chosen.flaps)) + 1))
        sides = sides or (len(players) if chosen.rows == "own" else 1)
        self.sides = TraySides((row,) * sides)
        self.timing = timing or Timing()
        self.now = 1_000 * SECOND
        self.began: MatchSetup | None = None
        self.decisions: list[Decision] = []
        self.seen = 0
        self.counted = Counted()
        self.prepared: MatchSetup | None = self.setup
        self.heard: list[Signal] = []
        self.fresh = Fresh()
        self.offers: Offers | None = offers
        self.house = house
        self.choices = Choices(dice_source=dice)
        self.shut_down = 0
        self.table = self._new_table()
        self.table.prepare(self.setup, self.now)

    def _new_table(self) -> Table:
        return Table(self.sides, self.timing, self.fresh, self.offers, self.choices, self.house)

    # What people see.

    @property
    def prompt(self) -> Prompt:
        return self.table.view.prompt

    @property
    def code(self) -> PromptCode:
        return self.prompt.code

    @property
    def match(self):
        return self.table.view.match

    @property
    def flaps(self) -> list[int]:
        """The numbers the prompt speaks of, side 0 or whichever it is."""
        return [ref.flap for ref in self.prompt.flaps]

    def items(self) -> list[tuple[str, int | None, list[int], list[int]]]:
        return [_told(item) for item in self.prompt.items]

    def folded(self) -> History:
        """What the journal says the match is."""
        assert self.began is not None
        return History.fold(self.began.rules, self.began.players, self.decisions)

    # What people do.

    def send(self, event: Event) -> Outcome:
        outcome = self.table.handle(event, self.now)
        if outcome.prepared is not None:
            self.prepared = outcome.prepared
            self.began, self.decisions, self.seen = None, [], 0
        if outcome.began is not None:
            self.prepared = None
            self.began, self.decisions, self.seen = outcome.began, [], 0
        self.decisions += outcome.decisions
        self.seen = self.seen if outcome.seen is None else outcome.seen
        self.counted = self.counted if outcome.counted is None else outcome.counted
        self.heard += outcome.signals
        self.choices = outcome.choices or self.choices
        self.shut_down += outcome.shut_down
        return outcome

    def rest(self, seconds: float = 0.7) -> AtTable:
        """Nobody does anything; ticks come when they are due and not otherwise."""
        until = self.now + round(seconds * SECOND)
        while (due := self.table.deadline) is not None and due <= until:
            assert due >= self.now - 60 * SECOND
            self.now = max(due, self.now)
            self.send(Tick())
            after = self.table.deadline
            assert after is None or after > self.now, "a tick left its own deadline standing"
        self.now = until
        return self

    def move(self, *flaps: int, closed: bool, side: int = 0, gap: float = 0.05) -> AtTable:
        for flap in flaps:
            self.rest(gap)
            self.send(FlapsChanged((FlapChange(side, flap, closed, self.now),)))
        return self

    def close(self, *flaps: int, side: int = 0) -> AtTable:
        """Close flaps one after the other, without waiting for them to settle."""
        return self.move(*flaps, closed=True, side=side)

    def open(self, *flaps: int, side: int = 0) -> AtTable:
        return self.move(*flaps, closed=False, side=side)

    def press(self, seconds: float = 0.1) -> AtTable:
        self.send(ButtonDown())
        self.rest(seconds)
        self.send(ButtonUp())
        return self

    def hold(self, seconds: float = 1.0) -> AtTable:
        return self.press(seconds)

    def throw(self, *dice: int) -> AtTable:
        """Throw real dice and type in what they show."""
        self.send(EnterDice(dice))
        return self

    def answer(self, *flaps: int, side: int = 0) -> AtTable:
        """Close flaps and let them settle."""
        return self.close(*flaps, side=side).rest()

    def as_told(self) -> AtTable:
        """Raise and close every flap the prompt names, until it names none."""
        for _ in range(20):
            prompt = self.prompt
            if prompt.code not in PUT_RIGHT or not (prompt.flaps or prompt.close):
                break
            flaps, close = prompt.flaps, prompt.close
            if prompt.code is PromptCode.CLOSE_AGAIN:
                flaps, close = (), prompt.flaps
            for ref in flaps:
                self.open(ref.flap, side=ref.side)
            for ref in close:
                self.close(ref.flap, side=ref.side)
            self.rest()
        return self

    # The plug.

    def restart(self, *, closed: Iterable[Iterable[int]] | None = None, away: float = 3) -> AtTable:
        """Pull the plug and put it back; the flaps stand as they did, or as ``closed`` says."""
        picture = self.table.view.closed if closed is None else tuple(frozenset(side) for side in closed)
        doubted = self.table.view.doubted
        self.now += round(away * SECOND)
        self.table = self._new_table()
        if self.began is None:
            assert self.prepared is not None
            self.table.prepare(self.prepared, self.now)
            self.send(FlapsSeen(picture))
        else:
            self.table.restore(
                self.began, self.decisions, self.seen, picture, self.now, doubted, self.counted
            )
        return self


PUT_RIGHT = frozenset(
    {
        PromptCode.RAISE_FLAPS,
        PromptCode.REOPEN,
        PromptCode.CLOSE_AGAIN,
        PromptCode.NOT_YOUR_SIDE,
        PromptCode.RESUME,
        PromptCode.FAULT,
    }
)
"""What people put right by moving flaps."""


def refs(*flaps: int, side: int = 0) -> tuple[FlapRef, ...]:
    return tuple(FlapRef(side, flap) for flap in flaps)


def _told(item: Item) -> tuple[str, int | None, list[int], list[int]]:
    return (
        item.code.value,
        item.player,
        [ref.flap for ref in item.flaps],
        [ref.flap for ref in item.close],
    )
