"""From the edge to what people see: whole matches at a tray in this process, each event timed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random

from stbpi.daemon.loop import punctual_loop
from stbpi.rules import Phase
from stbpi.store.journal import Connect
from stbpi.table.events import FlapRef, Micros
from stbpi.table.prompts import PromptCode
from stbpi.table.view import TableView
from tests.bench.station import SETTLE_MS, Hands, Station, station
from tests.bench.waiting import passing

PRESS_MS = 60
BETWEEN_S = 0.03
"""Between what one has seen and the next movement: quicker than people are, long enough for the picture."""


class Kind(Enum):
    """What happened, and what lies between it and the prompt beside the debounce window."""

    FLAP = "a flap moved"
    """Nothing is decided, nothing is written."""
    ANSWER = "an answer came to rest"
    """The rest of the tray, then a decision that is written."""
    PRESS = "the button was let go"
    """A decision that is written."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One event, in milliseconds after the instant from which the tray could know."""

    kind: Kind
    prompt_ms: float
    panel_ms: float | None
    """None where the picture was overtaken by a newer one, did not change, or found the bus taken."""


def travel(
    folder: Path, connect: Connect, least: int, *, whole: bool, hands: Hands | None = None
) -> tuple[Sample, ...]:
    """Play until there are ``least`` samples and, with ``whole``, the match they are in is over. With ``hands``, at a
    real header.
    """
    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        return runner.run(_travel(folder, connect, least, whole, hands))


async def _travel(
    folder: Path, connect: Connect, least: int, whole: bool, hands: Hands | None
) -> tuple[Sample, ...]:
    async with station(folder, connect, hands) as tray:
        guests = _Guests(tray)
        while len(guests.events) < least or (whole and tray.view.prompt.code is not PromptCode.MATCH_OVER):
            await guests.follow()
            await passing(BETWEEN_S)
        bytes_at: dict[int, Micros] = {}
        for at, view in tray.watch.first_bytes:
            bytes_at.setdefault(id(view), at)
        return tuple(
            Sample(
                kind, (at - due) / 1000, (bytes_at[id(view)] - due) / 1000 if id(view) in bytes_at else None
            )
            for kind, due, at, view in guests.events
        )


class _Guests:
    """They do what the prompt says, any legal answer being as good as another."""

    def __init__(self, tray: Station) -> None:
        self.events: list[tuple[Kind, Micros, Micros, TableView]] = []
        self._tray = tray
        self._chance = Random(5)

    async def follow(self) -> None:
        """Do what the prompt says, and see it done."""
        view = self._tray.view
        match = view.match
        if view.prompt.flaps or view.prompt.close:
            for ref, closed in [(ref, False) for ref in view.prompt.flaps] + [
                (ref, True) for ref in view.prompt.close
            ]:
                await self._move(ref, closed=closed)
        elif match is not None and match.phase is Phase.CLOSE:
            chosen = self._chance.choice(match.legal_moves())
            for flap in chosen:
                seen, rested = await self._move(FlapRef(0, flap), closed=True)
            at_rest = self._tray.began(0, chosen[-1]) + SETTLE_MS * 1000
            # Where the tray was told of the flap only after it had come to rest, that snapshot has the answer too.
            await self._see(Kind.ANSWER, max(at_rest, rested), seen)
        elif view.prompt.press is None:
            # Dice roll, or nobody can have seen yet what they show. Who presses now is not heard, so people wait.
            await self._tray.published_from(0, self._tray.published)
        else:
            known = self._tray.published
            await self._see(Kind.PRESS, self._tray.hands.button(PRESS_MS) + self._tray.window, known)

    async def _move(self, ref: FlapRef, *, closed: bool) -> tuple[int, Micros]:
        """Move a flap; the number of the snapshot that showed it, and when it was debounced."""
        known = self._tray.published
        rested = self._tray.hands.flap(ref.side, ref.flap, closed) + self._tray.window
        return await self._see(Kind.FLAP, rested, known), rested

    async def _see(self, kind: Kind, due: Micros, known: int) -> int:
        number = await self._tray.published_from(due, known)
        self.events.append((kind, due, *self._tray.watch.published[number]))
        return number
