"""The flaps of the tray as they are seen: which are closed, since when, which are not believed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from stbpi.table.events import FlapChange, FlapRef, Micros
from stbpi.table.setup import TraySides

Closed: TypeAlias = tuple[frozenset[int], ...]
"""Closed flap numbers per side."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The tray at one instant.

    ``order`` has a number for each flap that was seen closing, higher for later; ``doubted`` are flaps whose
    switches are not believed. ``seated`` has the side of each seat, () where that is its number. ``touched`` are the
    sides where a flap was moved since the match went on last.
    """

    closed: Closed
    order: Mapping[FlapRef, int]
    doubted: frozenset[FlapRef]
    seated: tuple[int, ...] = ()
    touched: frozenset[int] = frozenset()


class FlapPicture:
    """Keeps the picture from one change to the next. Flaps the tray does not have are not heard."""

    def __init__(self, sides: TraySides, rebound: Micros) -> None:
        """``rebound`` is how soon a flap must be closed again for that to be the same closing."""
        self._flaps = tuple(frozenset(flaps) for flaps in sides.flaps)
        self.all = frozenset(FlapRef(side, flap) for side, flaps in enumerate(sides.flaps) for flap in flaps)
        self._rebound = rebound
        self._closed: list[set[int]] = [set() for _ in sides.flaps]
        self._order: dict[FlapRef, int] = {}
        self._moved: dict[FlapRef, Micros] = {}
        self._closings = 0
        self._doubted: frozenset[FlapRef] = frozenset()
        self._told: dict[FlapRef, bool] = {}
        self.touched: frozenset[int] = frozenset()
        self.seated: tuple[int, ...] = ()
        """The side of each seat of the match on the tray, () where that is its number."""

    @property
    def closed(self) -> Closed:
        """The closed flaps per side; those whose switches are not believed as people said."""
        closed = [set(side) for side in self._closed]
        for flap, is_closed in self._told.items():
            (closed[flap.side].add if is_closed else closed[flap.side].discard)(flap.flap)
        return tuple(frozenset(side) for side in closed)

    @property
    def doubted(self) -> frozenset[FlapRef]:
        """The flaps whose switches are not believed."""
        return self._doubted

    def now(self) -> Picture:
        """The picture as a value."""
        doubted = self._doubted.difference(self._told)
        return Picture(self.closed, dict(self._order), doubted, self.seated, self.touched)

    def change(self, change: FlapChange, now: Micros) -> bool:
        """One flap moved; returns whether that changed anything. A flap that moves is believed again."""
        if not (0 <= change.side < len(self._flaps) and change.flap in self._flaps[change.side]):
            return False
        side = self._closed[change.side]
        if change.closed == (change.flap in side):
            return False
        flap = FlapRef(change.side, change.flap)
        at = min(change.at, now)
        if not change.closed:
            side.discard(change.flap)
        else:
            side.add(change.flap)
            if flap not in self._order or at - self._moved.get(flap, at) >= self._rebound:
                self._closings += 1
                self._order[flap] = self._closings
        self._moved[flap] = at
        self.touched |= {change.side}
        self._doubted -= {flap}
        self._told.pop(flap, None)
        return True

    def replace(self, closed: Iterable[Iterable[int]], now: Micros) -> bool:
        """The whole picture was read anew; returns whether it differs. What differs has moved just now."""
        differs = False
        seen = [set(side) for side in closed][: len(self._flaps)]
        seen += [set() for _ in range(len(self._flaps) - len(seen))]
        for number, flaps in enumerate(self._flaps):
            for flap in sorted(flaps & (seen[number] ^ self._closed[number])):
                change = FlapChange(number, flap, flap in seen[number], now)
                differs = self.change(change, now) or differs
        return differs

    def moved(self, flaps: Iterable[FlapRef]) -> Micros | None:
        """When the last of these moved; None where none ever has."""
        return max((self._moved[flap] for flap in flaps if flap in self._moved), default=None)

    def believe(self, flap: FlapRef, believed: bool) -> None:
        """Believe this flap's switch again, or no longer until it moves."""
        if flap in self.all:
            self._doubted = self._doubted - {flap} if believed else self._doubted | {flap}
            self._told.pop(flap, None)

    def tell(self, flap: FlapRef, closed: bool) -> None:
        """Take people's word for how this flap stands, instead of its switch's."""
        self._doubted |= {flap}
        if closed and not self._told.get(flap):
            self._closings += 1
            self._order[flap] = self._closings
        self._told[flap] = closed

    def forget_told(self) -> None:
        """People's word was about the position before; the switches told of are still not believed."""
        self._told.clear()
