"""A simulated flap scanner: the part a wooden tray's switches hang on, as far as the line it talks on can tell.

It scans once in a millisecond, debounces, keeps its settings through a reset, and speaks the protocol at the speed of
its UART, in the pieces that a USB chip hands on.
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.table.events import Micros
from stbpi.tray.debounce import Debouncer, bits
from stbpi.tray.scanner.frames import (
    MOST_DEBOUNCE_MS,
    NEVER_RESTS,
    PROTOCOL,
    Ack,
    Config,
    Frame,
    Hello,
    Ping,
    Reset,
    Snapshot,
    SnapshotFlags,
    Stats,
    Welcome,
    to_wire,
)
from stbpi.tray.scanner.parser import Parser
from stbpi.tray.timeline import Plan, Timeline

SCAN: Micros = 1_000
BYTE: Micros = 87
"""Ten bits at 115,200 a second."""
USB_FRAME: Micros = 1_000
"""A USB chip hands on what has come once in a millisecond."""

BOOTS: Micros = 1_000_000
"""From the reset that opening the port makes to the firmware's first HELLO: the bootloader waits for an upload."""
RESTARTS: Micros = 60_000
"""The same from a watchdog's reset, which the bootloader passes by."""

HELLO_EVERY: Micros = 500_000
AGAIN: Micros = 50_000
HEARTBEAT: Micros = 250_000
STATS_EVERY: Micros = 5_000_000
FORSAKEN: Micros = 2_000_000
"""Without an answer for so long it greets anew."""

RESTLESS: Micros = 1_255_000
"""A contact that moves for longer is told of: the firmware counts its age to 255 ms, and a second from there."""

VERSION = (1, 0)

USUAL_SETTINGS = Config(debounce_ms=5)
"""What is in a scanner's EEPROM that no host has told anything."""


class SimulatedScanner:
    """``send`` is told every byte that leaves, in pieces, with its instant. Everything else happens on ``timeline``."""

    def __init__(
        self, rows: int, columns: int, timeline: Timeline, *, version: tuple[int, int] = VERSION
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.send: Callable[[bytes, Micros], None] = lambda data, at: None
        self.settings = USUAL_SETTINGS
        self.resets = 0
        self._version = version
        self._timeline = timeline
        # Of the wood and the wires: they know no reset. One bit for each cell, row by row, and one for the button.
        self._made = 0
        self._plans: dict[str, Plan] = {}
        self._running = False
        self._reset = Reset.POWER_ON
        self._outgoing = bytearray()
        self._line_free_at: Micros = 0
        self._start()

    # What happens to it.

    def switch(self, row: int, column: int, made: bool, at: Micros) -> None:
        """A switch is made, or no longer."""
        self._turn(row * self.columns + column, made, at)

    def button(self, made: bool, at: Micros) -> None:
        """The button is pressed, or let go of."""
        self._turn(self.rows * self.columns, made, at)

    def reset(self, cause: Reset, boots: Micros) -> None:
        """Forget everything but the settings, and start again within ``boots``."""
        for plan in self._plans.values():
            plan.call_off()
        self._plans.clear()
        self._outgoing.clear()
        self._running = False
        self._reset = cause
        self.resets += 1
        self._at("start", self._timeline.instant + boots, lambda at: self._start())

    def receive(self, data: bytes, at: Micros) -> None:
        """Bytes from the host have come."""
        if not self._running:
            return  # a bootloader's business
        for heard in self._parser.feed(data):
            if heard.frame is not None:
                self._answer(heard.frame.frame, at)

    # What it does.

    def _start(self) -> None:
        now = self._timeline.instant
        self._running = True
        self._parser = Parser()
        self._debouncer = self._debouncer_at(self._made)
        self._started_at = now
        self._sequence = 0
        self._changes = 0
        self._presses = 0
        self._presses_told = 0
        self._moving_since: dict[int, Micros] = {}
        self._longest_bounce: Micros = 0
        self._welcomed = False
        self._first = True
        self._waits = False
        self._heard_at = now
        self._told = (0, 0)
        self._snapshot: tuple[int, Snapshot] | None = None
        self._say_hello(now)
        self._at("stats", now + STATS_EVERY, self._tell_stats)

    def _answer(self, frame: Frame, at: Micros) -> None:
        match frame:
            case Welcome(protocol) if protocol == PROTOCOL:
                self._heard(at)
                self._welcomed = True
                self._call_off("hello")
                if (
                    self._waits
                    and self._snapshot is not None
                    and self._snapshot[1].flags & SnapshotFlags.FIRST
                ):
                    self._repeat(at)  # welcomed twice
                else:
                    self._first, self._waits = True, False
                    self._show(at)
            case Ack(sequence):
                self._heard(at)
                if self._waits and self._snapshot is not None and self._snapshot[0] == sequence:
                    self._waits = False
                    self._at("snapshot", at + HEARTBEAT, self._repeat)
                    self._show(at)
            case Config(debounce_ms) if 1 <= debounce_ms <= MOST_DEBOUNCE_MS:
                self._heard(at)
                self.settings = frame
                self._debouncer = self._debouncer_at(self._debouncer.settled)
                self._scan_soon(at)
            case Ping():
                self._heard(at)
                self._greet(at)
            case _:
                pass

    def _heard(self, at: Micros) -> None:
        self._heard_at = at

    def _greet(self, at: Micros) -> None:
        """Say who it is, and tell nothing more until it is welcomed."""
        self._welcomed = False
        self._call_off("snapshot")
        self._say_hello(at)

    def _say_hello(self, at: Micros) -> None:
        self._tell_hello()
        self._at("hello", at + HELLO_EVERY, self._say_hello)

    def _tell_hello(self) -> None:
        self._send(
            0, Hello(PROTOCOL, *self._version, self.rows, self.columns, self._reset, self.settings.crc)
        )

    def _tell_stats(self, at: Micros) -> None:
        uptime_ms = (at - self._started_at) // 1_000
        bounce = self._longest_bounce // 100
        if any(at - since > RESTLESS for since in self._moving_since.values()):
            bounce = NEVER_RESTS
        self._send(0, Stats(uptime_ms & 0xFFFFFFFF, 0, self._parser.counters.bad & 0xFFFF, bounce))
        self._at("stats", at + STATS_EVERY, self._tell_stats)

    def _show(self, at: Micros) -> None:
        """A new picture, once the last has been acknowledged; again and again until it is, too."""
        if not self._welcomed or self._waits or not (self._first or self._is_news):
            return
        settled = self._debouncer.settled
        mask = (1 << self.columns) - 1
        rows = tuple(settled >> row * self.columns & mask for row in range(self.rows))
        flags = SnapshotFlags.FIRST if self._first else SnapshotFlags(0)
        button = settled >> self.rows * self.columns & 1
        pressed, self._presses_told = self._presses - self._presses_told, self._presses
        if not self._first and pressed and pressed % 2 == 0:
            # It went and came back: what was in between comes first, and then, as one more change, how it is.
            button ^= 1
            self._presses_told -= 1
        if button:
            flags |= SnapshotFlags.BUTTON
        before, counted = self._told
        moved = ((before ^ settled) & (1 << self.rows * self.columns) - 1).bit_count()
        if not self._first and (self._changes - counted & 0xFFFF != moved or pressed > 2):
            flags |= SnapshotFlags.OVERFLOW
        self._sequence = self._sequence + 1 & 0xFF
        self._first, self._waits = False, True
        self._told = settled, self._changes
        self._snapshot = (self._sequence, Snapshot(self._changes, flags, rows))
        self._send(*self._snapshot)
        self._at("snapshot", at + AGAIN, self._repeat)

    @property
    def _is_news(self) -> bool:
        told = self._told == (self._debouncer.settled, self._changes)
        return not told or self._presses != self._presses_told

    def _repeat(self, at: Micros) -> None:
        if self._waits and at - self._heard_at >= FORSAKEN:
            self._greet(at)  # nobody is there, or whoever is there has forgotten
            return
        if self._snapshot is not None:
            self._send(*self._snapshot)
        self._at("snapshot", at + (AGAIN if self._waits else HEARTBEAT), self._repeat)

    # Its switches.

    def _turn(self, bit: int, made: bool, at: Micros) -> None:
        self._made = self._made | 1 << bit if made else self._made & ~(1 << bit)
        if self._running:
            self._scan_soon(at)

    def _scan_soon(self, at: Micros) -> None:
        if (plan := self._plans.get("scan")) is None or plan.over:
            self._at("scan", _next_scan(at), self._scan)

    def _scan(self, at: Micros) -> None:
        changes = self._debouncer.sample(at, self._made)
        if changes:
            flaps = sum(change.index != self.rows * self.columns for change in changes)
            self._changes = self._changes + flaps & 0xFFFF
            self._presses += len(changes) - flaps
            self._longest_bounce = max(self._longest_bounce, *(change.bounced for change in changes))
            self._show(at)
        moving = bits(self._debouncer.moving)
        self._moving_since = {index: self._moving_since.get(index, at) for index in moving}
        due = self._debouncer.deadline
        if due is not None:
            self._at("rest", _next_scan(due), self._scan)

    def _debouncer_at(self, levels: int) -> Debouncer:
        return Debouncer(max(1, 1_000 * self.settings.debounce_ms), levels=levels)

    # Its line.

    def _send(self, sequence: int, frame: Frame) -> None:
        now = self._timeline.instant
        self._outgoing += to_wire(sequence, frame)
        if (plan := self._plans.get("usb")) is None or plan.over:
            self._line_free_at = max(self._line_free_at, now)
            self._at("usb", now + USB_FRAME, self._hand_on)

    def _hand_on(self, at: Micros) -> None:
        count = min((at - self._line_free_at) // BYTE, len(self._outgoing))
        data = bytes(self._outgoing[:count])
        del self._outgoing[:count]
        self._line_free_at += count * BYTE
        if self._outgoing:
            self._at("usb", at + USB_FRAME, self._hand_on)
        if data:
            self.send(data, at)

    def _at(self, what: str, instant: Micros, does: Callable[[Micros], None]) -> None:
        self._call_off(what)
        self._plans[what] = self._timeline.at(instant, does)

    def _call_off(self, what: str) -> None:
        plan = self._plans.pop(what, None)
        if plan is not None:
            plan.call_off()


def _next_scan(at: Micros) -> Micros:
    return -(-at // SCAN) * SCAN
