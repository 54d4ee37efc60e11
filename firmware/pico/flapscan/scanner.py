"""The scanner: every millisecond one look at all contacts, and whatever is to be said."""

import gc
import time

from flapscan import ROWS
from flapscan.contacts import Contacts
from flapscan.link import Link
from flapscan.settings import Settings

TICK_US = 1000
MOST_BYTES = 32
"""In one millisecond; at the 115,200 baud of a scanner with a UART there are twelve."""
CALL = b"\r\x03"
"""What programs that put files on a Pico begin with. No frame of a host's has it, up to the WELCOME."""

COLLECT_EVERY = 2000
"""Milliseconds. Collected while nothing moves, a collection is short and hides no edge."""


class Scanner:
    """``matrix`` and ``port`` are as in ``board``; ``watch`` starts the watchdog and returns what feeds it.

    It is started by the first WELCOME, since nothing can stop it: until then ``turn`` raises KeyboardInterrupt when
    somebody wants MicroPython's prompt.
    """

    def __init__(
        self, matrix: object, port: object, settings: Settings, reset_cause: int, watch: object
    ) -> None:
        self._watch = watch
        self._feed = None
        self._before = 0
        self._matrix = matrix
        self._port = port
        self._settings = settings
        self._levels = [0] * ROWS
        matrix.look(self._levels)
        self._contacts = Contacts(self._levels, settings.debounce_ms)
        self._link = Link(settings, reset_cause, port.send)
        self._now_ms = 0
        self._late = 0
        self._collect_at = COLLECT_EVERY
        self._due = time.ticks_us()

    def wait(self) -> None:
        """Until the next millisecond; those that were missed are counted and not made up for."""
        self._due = time.ticks_add(self._due, TICK_US)
        left = time.ticks_diff(self._due, time.ticks_us())
        missed = 0
        if left > 0:
            time.sleep_us(left)
        else:
            missed = -left // TICK_US
            self._due = time.ticks_add(self._due, missed * TICK_US)
            self._late += missed
        self._now_ms += 1 + missed

    def turn(self) -> None:
        """What is to be done in one millisecond."""
        contacts, link = self._contacts, self._link
        if self._feed is not None:
            self._feed()
        self._matrix.look(self._levels)
        contacts.scan(self._levels)
        for _ in range(MOST_BYTES):
            byte = self._port.heard()
            if byte < 0:
                break
            link.hear(byte)
            if self._feed is None:
                self._before_the_first(byte)
        if contacts.window != self._settings.debounce_ms:
            contacts.set_window(self._settings.debounce_ms)
        self._matrix.light(link.lamps)
        link.tick(self._now_ms, contacts, self._late)
        if not contacts.moving:
            self._at_rest()

    def _before_the_first(self, byte: int) -> None:
        if self._link.welcomed:
            self._feed = self._watch()
        elif (self._before, byte) == (CALL[0], CALL[1]):
            raise KeyboardInterrupt
        self._before = byte

    def _at_rest(self) -> None:
        """What takes longer than a millisecond: writing to flash, and collecting garbage."""
        self._settings.tick()
        if self._now_ms >= self._collect_at:
            self._collect_at = self._now_ms + COLLECT_EVERY
            gc.collect()
