"""The one owner of the flap picture: contacts in, debounced events out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby

from stbpi.locale.fault_words import BUTTON_FLOATS, FLAP_FLOATS, MENU_BUTTON_FLOATS
from stbpi.rules.said import Said
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    Event,
    FlapChange,
    FlapDoubted,
    FlapRef,
    FlapsChanged,
    FlapsSeen,
    MenuButtonDown,
    Micros,
)
from stbpi.tray.bus_faults import Report
from stbpi.tray.debounce import Change, bits
from stbpi.tray.filters import Filters
from stbpi.tray.profile import ButtonRole, Contact, Filtering, Profile
from stbpi.tray.source import ContactSource

FULL_READ_S = 0.25
"""Edges are a hint, the levels are the truth: at most this long passes without reading them all."""

LONGEST_BOUNCE: Micros = 50_000
"""Of a worn key, by reports from the field. What goes on for longer is no one movement: the last one began no sooner
than this before its last edge, so that nobody takes hum that has just paused for something long at rest."""


@dataclass(frozen=True, slots=True)
class ContactStatistics:
    """What one contact has done since the start.

    Times are microseconds; ``last_change`` is an instant or None. ``spikes`` counts lone pulses too short to be
    heeded. ``closed`` is how it rests; ``quarantined`` tells whether it floats and is not believed now.
    """

    changes: int = 0
    longest_bounce: Micros = 0
    last_change: Micros | None = None
    spikes: int = 0
    closed: bool = False
    quarantined: bool = False


class FlapReader:
    """Keeps the picture of a tray's flaps and tells what changes in it.

    ``start`` reads the picture and emits ``FlapsSeen``; what was closed or held by then is no event.
    Afterwards come ``FlapsChanged``, ``ButtonDown``, ``ButtonUp`` and ``MenuButtonDown``, each once per
    movement. A button held at the start is nothing until it has been let go. A flap whose switch does not pause, or
    which its source cannot tell from others, comes as ``FlapDoubted`` and rests as it did, until it is quiet again,
    or told apart. One that goes on without a pause floats, and ``report`` is told the part, ``floating`` and a
    sentence. ``usual`` is what filters the switches that have no numbers of their own.
    """

    def __init__(
        self,
        profile: Profile,
        source: ContactSource,
        *,
        loop: asyncio.AbstractEventLoop,
        emit: Callable[[Event], None],
        usual: Filtering,
        report: Report,
    ) -> None:
        self._contacts = profile.contacts
        self._source = source
        self._loop = loop
        self._emit = emit
        self._report = report
        self._quiet_s = profile.quarantine.quiet_s
        self._filters = Filters(self._contacts, profile.filtering, usual, profile.quarantine)
        self._doubted = 0
        self._ambiguous = 0
        self._floating = 0
        self._pressed = False
        self._statistics = [ContactStatistics() for _ in self._contacts]
        self._deadline_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None
        self._second_look: asyncio.Handle | None = None
        self._blind = False
        self._closed = False

    def start(self) -> None:
        """Read the picture, emit it, and watch for changes."""
        self._source.watch(self._edge)
        levels = self._source.read()
        self._blind = levels is None
        if levels is not None:
            self._resync(levels)
        self._read_timer = self._loop.call_later(FULL_READ_S, self._read_all)

    def take_anew(self) -> None:
        """Take what can be read now for the picture, and emit it: a source has seen nothing of how it came about."""
        levels = self._source.read()
        if levels is None:  # once, where a source had been away
            levels = self._source.read()
        self._blind = levels is None
        if levels is not None and not self._closed:
            self._resync(levels)

    def doubt(self, among: int, doubtful: int) -> None:
        """Of these contacts, as bits, their source cannot tell apart the ``doubtful`` ones."""
        if not self._closed:
            self._ambiguous = self._ambiguous & ~among | doubtful
            self._tell_doubts()

    @property
    def ambiguous(self) -> frozenset[FlapRef]:
        """The flaps that cannot be told apart at the moment."""
        of = (self._contacts[index].of for index in bits(self._ambiguous))
        return frozenset(ref for ref in of if isinstance(ref, FlapRef))

    @property
    def picture(self) -> tuple[frozenset[int], ...]:
        """The debounced flap numbers that are closed, per side."""
        sides = max((c.of.side + 1 for c in self._contacts if isinstance(c.of, FlapRef)), default=0)
        closed: list[set[int]] = [set() for _ in range(sides)]
        for index, contact in enumerate(self._contacts):
            if isinstance(contact.of, FlapRef) and self._filters.settled >> index & 1:
                closed[contact.of.side].add(contact.of.flap)
        return tuple(frozenset(side) for side in closed)

    @property
    def statistics(self) -> dict[Contact, ContactStatistics]:
        """What each contact has done since the start."""
        return {
            contact: replace(
                self._statistics[index],
                spikes=self._filters.spikes(index),
                closed=bool(self._filters.settled >> index & 1),
                quarantined=bool(self._filters.quarantined >> index & 1),
            )
            for index, contact in enumerate(self._contacts)
        }

    @property
    def behind(self) -> bool:
        """Whether something is due that the loop has not come to."""
        deadline = self._filters.deadline
        return self._second_look is not None or (
            deadline is not None and not self._blind and deadline <= self._now
        )

    @property
    def resting_after(self) -> Micros:
        """How long after its last edge the slowest contact is told of."""
        return self._filters.slowest

    def close(self) -> None:
        """Emit nothing more. The source is the caller's to close."""
        self._closed = True
        for timer in (self._deadline_timer, self._read_timer, self._second_look):
            if timer is not None:
                timer.cancel()

    @property
    def _now(self) -> Micros:
        return round(self._loop.time() * 1_000_000)

    def _edge(self, at: Micros, index: int, closed: bool) -> None:
        if not self._closed:
            self._publish(self._filters.edge(at, index, closed))

    def _read_all(self) -> None:
        self._read_timer = self._loop.call_later(FULL_READ_S, self._read_all)
        self._look()

    def _deadline_reached(self) -> None:
        self._deadline_timer = None
        deadline = self._filters.deadline
        if deadline is not None and deadline <= self._now:
            self._look()
        if not self._blind:  # else the next read that succeeds begins anew
            self._arm()

    def _look(self) -> None:
        """Read the levels; where they contradict the edges, look once more after what is on its way has
        arrived.

        Edges handed over by another thread may wait behind this very call. Only a difference that outlives
        them is a lost edge.
        """
        levels = self._source.read()
        if levels is None:
            self._blind = True
        elif self._blind:
            self._blind = False
            self._resync(levels)
        elif levels == self._filters.levels:
            self._publish(self._filters.expire(self._now) + self._filters.give_back(self._now))
        elif self._second_look is None:
            self._second_look = self._loop.call_soon(self._look_again)

    def _look_again(self) -> None:
        self._second_look = None
        levels = self._source.read()
        if levels is None:
            self._blind = True
        else:
            self._publish(self._filters.reread(self._now, levels))

    def _resync(self, levels: int) -> None:
        """Take ``levels`` for the picture: nobody saw how they came about, so they are no moves."""
        self._filters.begin_anew(self._now, levels)
        self._pressed = False
        self._emit(FlapsSeen(self.picture))

    def _publish(self, changes: tuple[Change, ...]) -> None:
        self._arm()
        for change in changes:
            before = self._statistics[change.index]
            self._statistics[change.index] = ContactStatistics(
                before.changes + 1, max(before.longest_bounce, change.bounced), change.at
            )
        # Flaps that moved together are one event; a press between two of them keeps its place.
        for is_flap, together in groupby(changes, key=self._is_flap):
            if is_flap:
                self._emit(FlapsChanged(tuple(self._flap_change(change) for change in together)))
            else:
                for change in together:
                    self._button(self._contacts[change.index].of, change.closed, change.at)
        # Who hears of a movement believes that flap again.
        self._doubted &= ~(self._ambiguous & sum(1 << change.index for change in changes))
        self._tell_doubts()

    def _tell_doubts(self) -> None:
        """Say which switches have begun or ceased to float, and which are not believed meanwhile."""
        floating = self._filters.floating
        changed, self._floating = floating ^ self._floating, floating
        for index in bits(changed):
            contact = self._contacts[index]
            sentence = _floats(contact, self._quiet_s) if floating >> index & 1 else None
            self._report(part_name(contact), "floating", sentence)
        # One that is quiet again, but stands otherwise than was told last, is doubted until that has been told.
        moving = self._filters.moving
        doubted = self._filters.quarantined | self._ambiguous & ~moving | self._doubted & moving
        changed, self._doubted = doubted ^ self._doubted, doubted
        for index in bits(changed):
            contact, out = self._contacts[index], bool(doubted >> index & 1)
            if isinstance(contact.of, FlapRef):
                self._emit(FlapDoubted(contact.of.side, contact.of.flap, out))
            elif out and self._pressed and contact.of is ButtonRole.DICE:
                # A press not seen to its end is none; a picture read anew takes it back.
                self._pressed = False
                self._emit(FlapsSeen(self.picture))

    def _is_flap(self, change: Change) -> bool:
        return isinstance(self._contacts[change.index].of, FlapRef)

    def _flap_change(self, change: Change) -> FlapChange:
        of = self._contacts[change.index].of
        assert isinstance(of, FlapRef)
        at = change.at + max(0, change.bounced - LONGEST_BOUNCE)
        return FlapChange(of.side, of.flap, change.closed, at)

    def _button(self, of: FlapRef | ButtonRole, down: bool, at: Micros) -> None:
        if of is ButtonRole.MENU:
            if down:
                self._emit(MenuButtonDown())
        elif down:
            self._pressed = True
            self._emit(ButtonDown(at))
        elif self._pressed:
            self._pressed = False
            self._emit(ButtonUp(at))

    def _arm(self) -> None:
        """See that a timer waits for the next deadline. One that comes too early sets the next itself."""
        deadline = self._filters.deadline
        if self._closed or deadline is None:
            return
        if self._blind:
            # Nothing can be read at the deadline; the next full read that succeeds begins anew with what it finds.
            return
        if self._deadline_timer is not None:
            if self._deadline_timer.when() <= deadline / 1_000_000:
                return
            self._deadline_timer.cancel()  # of a contact that takes longer to rest
        self._deadline_timer = self._loop.call_at(deadline / 1_000_000, self._deadline_reached)


def part_name(contact: Contact) -> str:
    """What faults call a switch."""
    if isinstance(contact.of, FlapRef):
        return f"side {contact.of.side} flap {contact.of.flap}"
    return f"{contact.of} button"


def _floats(contact: Contact, quiet_s: object) -> Said:
    """What is said of a switch that changes all the time."""
    if isinstance(contact.of, FlapRef):
        return Said.of(FLAP_FLOATS, flap=contact.of.flap, side=contact.of.side + 1, seconds=str(quiet_s))
    buttons = {ButtonRole.DICE: BUTTON_FLOATS, ButtonRole.MENU: MENU_BUTTON_FLOATS}
    return Said.of(buttons[contact.of], seconds=str(quiet_s))
