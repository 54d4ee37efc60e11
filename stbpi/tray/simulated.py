"""The simulated tray: switches that bounce, on the mock pins of the same gpiozero devices as on a Pi, or, for sides
that hang on nothing else, on the simulation alone.

It ships, and is chosen in the configuration like any other way of reading a tray.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random

import gpiozero

from stbpi.table.events import FlapRef, Micros
from stbpi.tray.board_faults import OF_A_DIODE, BoardFaults
from stbpi.tray.bus_board import BusBoard
from stbpi.tray.errors import NoSuchFaultError, NoSuchFlapError, SimulatorError
from stbpi.tray.faults import SWITCH_FAULTS, Fault
from stbpi.tray.gpio import Pins
from stbpi.tray.mock_pins import SimulatedFactory
from stbpi.tray.parts import GpioPin, Place, Simulation
from stbpi.tray.physics import Bounce, Physics, movement
from stbpi.tray.positions import Positions
from stbpi.tray.profile import ButtonRole, Contact, Profile
from stbpi.tray.simulated_contacts import Line, SimulatedContacts
from stbpi.tray.timeline import Plan, Timeline

FARTHEST_US: Micros = 60_000_000
"""Raw edges and held buttons reach at most a minute ahead: what is planned is kept in memory."""

MOST_EDGES = 10_000
"""Raw edges in one call; a switch that bounces for a second makes some hundreds."""


class SimulatedSwitch:
    """One simulated switch: the contact, what is wrong with it, and the line that shows it."""

    def __init__(
        self, contact: Contact, line: Line, timeline: Timeline, random: Random, closed: bool
    ) -> None:
        self.contact = contact
        self.timeline = timeline
        self.random = random
        self.faults: dict[str, Fault] = {}
        # Long enough ago for a first press to come at once.
        self.rests_at: Micros = timeline.now - FARTHEST_US
        self._line = line
        self._contact_made = self._made(closed)
        self._rests_made = self._contact_made
        self._shown = self._contact_made
        self._plans: list[Plan] = []
        line(self._shown, timeline.now)

    @property
    def shown(self) -> bool:
        """Whether the switch seems to be made now."""
        return self._shown

    def show(self, at: Micros) -> None:
        """Bring the line to what the contact and its faults make it; the last fault has its way."""
        self._shown = self._contact_made
        for fault in self.faults.values():
            self._shown = fault.made(self._contact_made)
        self._line(self._shown, at)

    def move(self, closed: bool, bounce: Bounce, start: Micros) -> Micros:
        """Move to ``closed`` from ``start`` on, bouncing, instead of what was still to come."""
        self._call_off()
        made = self._made(closed)
        self.play(start, movement(bounce, made, self.random))
        return self.rests_at

    def forget_past(self) -> int:
        """Drop the plans that are over. Returns how many edges are still to come."""
        self._plans = [plan for plan in self._plans if not plan.over]
        return len(self._plans)

    def play(self, start: Micros, edges: Iterable[tuple[Micros, bool]]) -> None:
        """Plan edges of the contact, beside those planned already: microseconds from ``start``, and the state."""
        for offset, made in edges:
            at = start + offset
            self._plans.append(self.timeline.at(at, partial(self._edge, made)))
            if at >= self.rests_at:
                self.rests_at = at
                self._rests_made = made

    @property
    def rests_closed(self) -> bool:
        """How the flap stands once all that is planned has happened."""
        return self._rests_made == self.contact.closed_when_made

    def level(self, closed: bool) -> bool:
        """The contact's state for a flap's state."""
        return self._made(closed)

    def _edge(self, made: bool, at: Micros) -> None:
        self._contact_made = made
        self.show(at)

    def _made(self, closed: bool) -> bool:
        return closed == self.contact.closed_when_made

    def _call_off(self) -> None:
        for plan in self._plans:
            plan.call_off()
        self._plans.clear()
        self.rests_at = self.timeline.now


class Simulator:
    """Hands and faults for a simulated tray. Instants are microseconds on the loop's clock.

    Wrong use raises ``SimulatorError`` with one sentence, and changes nothing.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        loop: asyncio.AbstractEventLoop,
        state: Path | None = None,
        seed: int | None = None,
        physics: Physics | None = None,
        busy: Mapping[int, str] | None = None,
    ) -> None:
        self._profile = profile
        self._physics = physics or Physics()
        self._random = Random(seed)
        self._timeline = Timeline(loop)
        self._positions = Positions(state, len(profile.sides))
        self._factory = SimulatedFactory(loop.time, busy or {})
        self.pins = Pins(self._factory, (gpiozero.GPIOZeroError,), (busy or {}).get)
        numbered = tuple(enumerate(profile.contacts))
        self.board = BusBoard(profile, self._factory, self._timeline)
        """The chips and wires that are not the Pi's own pins."""
        self._board_faults = BoardFaults(profile, self.board, self._timeline)
        self._board_faults_on: list[tuple[str, FlapRef | None]] = []
        self.contacts = SimulatedContacts(
            [(number, c) for number, c in numbered if isinstance(c.at, Simulation)], loop
        )
        self._flaps: dict[FlapRef, SimulatedSwitch] = {}
        self._buttons: dict[ButtonRole, SimulatedSwitch] = {}
        closed = self._positions.closed
        for number, contact in numbered:
            is_closed = isinstance(contact.of, FlapRef) and contact.of.flap in closed[contact.of.side]
            line = self._line(number, contact)
            switch = SimulatedSwitch(contact, line, self._timeline, self._random, is_closed)
            if isinstance(contact.of, FlapRef):
                self._flaps[contact.of] = switch
            else:
                self._buttons[contact.of] = switch

    @property
    def closed(self) -> tuple[frozenset[int], ...]:
        """The flaps that stand closed, whatever their switches say, per side."""
        return tuple(
            frozenset(flap for flap in side.flaps if flap in closed)
            for side, closed in zip(self._profile.sides, self._positions.closed, strict=True)
        )

    @property
    def fault_names(self) -> tuple[str, ...]:
        """The faults that can be switched on, sorted."""
        return tuple(sorted((*SWITCH_FAULTS, *self._board_faults.switches)))

    @property
    def faults(self) -> tuple[tuple[str, FlapRef | None], ...]:
        """The faults that are on: those of flaps, flap by flap, for each the earliest first; then those of the
        board.
        """
        of_flaps = [(kind, ref) for ref, switch in self._flaps.items() for kind in switch.faults]
        return (*of_flaps, *self._board_faults_on)

    @property
    def next_happening(self) -> Micros | None:
        """When the next planned edge comes; None while nothing moves."""
        return self._timeline.next

    def flap(self, side: int, flap: int, closed: bool) -> Micros:
        """Close or raise a flap by hand; it bounces. Returns when its contact rests."""
        switch = self._flap(side, flap)
        already = (flap in self._positions.closed[side]) == closed
        if already and switch.rests_at <= self._timeline.now:
            return self._timeline.now
        if not already:
            self._positions.move(side, flap, closed)
            switch.move(closed, self._physics.flap, self._timeline.now)
        return switch.rests_at

    def edges(self, side: int, flap: int, edges: Sequence[Sequence[int]]) -> Micros:
        """Play raw levels of a flap's switch: pairs of microseconds from now and level, 1 for closed, in
        order of time.

        They join what is planned already; the flap stands as the latest edge says. Returns when their last one is.
        """
        switch = self._flap(side, flap)
        plan = _checked(edges)
        to_come = switch.forget_past()
        if to_come + len(plan) > MOST_EDGES:
            raise SimulatorError(
                f"{to_come} edges of flap {flap} are still to come, {len(plan)} more are too many; "
                f"wait, {MOST_EDGES} may be planned"
            )
        now = self._timeline.now
        switch.play(now, ((offset, switch.level(closed)) for offset, closed in plan))
        self._positions.move(side, flap, switch.rests_closed)
        return now + plan[-1][0]

    def button(self, hold_ms: int, role: ButtonRole = ButtonRole.DICE) -> Micros:
        """Press a button for ``hold_ms``; it bounces, too. Returns when its contact rests.

        A press that comes while another is under way follows it, and none is shorter than a finger can be.
        """
        if not 1 <= hold_ms <= FARTHEST_US // 1000:
            raise SimulatorError(f"hold_ms is {hold_ms}; hold the button for 1 to {FARTHEST_US // 1000} ms")
        button = self._buttons.get(role)
        if button is None:
            raise SimulatorError(f"this tray has no {role} button; give its profile one")
        finger = self._physics.finger
        start = max(self._timeline.now, button.rests_at + finger)
        if start - self._timeline.now > FARTHEST_US:
            raise SimulatorError("the button is already being pressed for the next minute; wait for it")
        down = movement(self._physics.button, True, self._random)
        let_go = start + max(hold_ms * 1000, down[-1][0] + finger)
        up = movement(self._physics.button, False, self._random)
        button.forget_past()
        button.play(start, down)
        button.play(let_go, up)
        return button.rests_at

    def finger(self, down: bool) -> Micros:
        """Put a finger on the dice button, or take it off; it bounces, too. Returns when its contact rests.

        A movement that comes while another is under way follows it.
        """
        button = self._buttons[ButtonRole.DICE]
        start = max(self._timeline.now, button.rests_at + self._physics.finger)
        button.forget_past()
        button.play(start, movement(self._physics.button, down, self._random))
        return button.rests_at

    def place(self, side: int, flap: int) -> Place:
        """Where a flap's switch hangs."""
        return self._flap(side, flap).contact.at

    def fault(self, kind: str, side: int | None, flap: int | None, on: bool) -> None:
        """Switch a fault on or off: of a flap's switch, or, for some kinds, of the board between switches and Pi.

        A flap that was moved meanwhile shows it once its fault is off.
        """
        turn = self._board_faults.switches.get(kind)
        if kind not in SWITCH_FAULTS and turn is None:
            known = ", ".join(self.fault_names)
            raise NoSuchFaultError(f'the simulated tray knows no fault "{kind}"; it knows {known}')
        of_a_flap = kind in SWITCH_FAULTS or kind in OF_A_DIODE
        if not of_a_flap and not (side is None and flap is None):
            raise NoSuchFaultError(
                f'"{kind}" is a fault of the whole tray, not of a flap; leave side and flap out'
            )
        switch = None if side is None or flap is None else self._flap(side, flap)
        if turn is not None and not of_a_flap:
            self._board_fault(kind, None, turn, on)
        elif switch is None:
            raise NoSuchFlapError(f'"{kind}" is a fault of one flap; say which with side and flap')
        elif turn is not None:
            self._board_fault(kind, switch, turn, on)
        elif on != (kind in switch.faults):
            if on:
                switch.faults[kind] = SWITCH_FAULTS[kind](switch)
            else:
                switch.faults.pop(kind).end()
            switch.show(self._timeline.now)

    def _board_fault(
        self, kind: str, switch: SimulatedSwitch | None, turn: Callable[[bool, Place | None], None], on: bool
    ) -> None:
        of = switch.contact.of if switch is not None and isinstance(switch.contact.of, FlapRef) else None
        if on != ((kind, of) in self._board_faults_on):
            turn(on, None if switch is None else switch.contact.at)
            if on:
                self._board_faults_on.append((kind, of))
            else:
                self._board_faults_on.remove((kind, of))

    def close(self) -> None:
        """Let nothing more happen."""
        self._timeline.close()

    def _line(self, number: int, contact: Contact) -> Line:
        if isinstance(contact.at, GpioPin):
            return self._factory.line(contact.at.pin)
        return self.board.line(contact.at) or self.contacts.line(number)

    def _flap(self, side: int, flap: int) -> SimulatedSwitch:
        switch = self._flaps.get(FlapRef(side, flap))
        if switch is None:
            sides = self._profile.tray_sides.flaps
            if side not in range(len(sides)):
                raise NoSuchFlapError(f"there is no side {side}; this tray has sides 0 to {len(sides) - 1}")
            numbers = ", ".join(map(str, sides[side]))
            raise NoSuchFlapError(f"there is no flap {flap} on side {side}; it has {numbers}")
        return switch


def _checked(edges: Sequence[Sequence[int]]) -> list[tuple[Micros, bool]]:
    wanted = "give pairs [microseconds from now, level], such as [[0, 1], [600, 0], [1400, 1]]"
    if not 1 <= len(edges) <= MOST_EDGES:
        raise SimulatorError(f"{len(edges)} edges; {wanted}, 1 to {MOST_EDGES} of them")
    checked: list[tuple[Micros, bool]] = []
    for number, pair in enumerate(edges, 1):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise SimulatorError(f"edge {number} is {pair!r}; {wanted}")
        offset, level = pair
        if any(isinstance(n, bool) or not isinstance(n, int) for n in pair) or level not in (0, 1):
            raise SimulatorError(f"edge {number} is {pair!r}; {wanted}")
        if not 0 <= offset <= FARTHEST_US:
            raise SimulatorError(f"edge {number} is at {offset} µs; give 0 to {FARTHEST_US} from now")
        if checked and offset < checked[-1][0]:
            raise SimulatorError(
                f"edge {number} at {offset} µs comes before the one ahead of it; sort them by time"
            )
        checked.append((offset, bool(level)))
    return checked
