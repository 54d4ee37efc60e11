"""Reading switches on a chain of 74HC165 shift registers over SPI (TI SCLS116, Nexperia 74HC165).

A shift register cannot say that it is there. Therefore MOSI goes to SER of the last chip: what is sent comes
back behind the inputs, if chips, wires and latch are as the profile says.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence

from stbpi.table.events import Micros
from stbpi.tray.bus import ATTEMPTS, SpiDevice, mend
from stbpi.tray.debounce import bits

PERIOD: Micros = 2_000
"""How often the chain is read. It announces nothing; seven bytes at 1 MHz take 60 µs of a bus that is its alone."""

_LEFT = tuple(reversed(range(ATTEMPTS)))

PATTERNS = (0xA5, 0x5A)
"""Sent in turn: neither a wire that is stuck nor a byte left over from the last reading looks like both."""


class Hc165Chain:
    """One chain, as a ``Part``. ``inputs`` are its contacts: (clock, number in the picture), where clock counts
    the bits that come out before it.

    ``latch(low)`` sets SH/LD of every chip.
    """

    def __init__(
        self,
        name: str,
        open_spi: Callable[[], SpiDevice],
        latch: Callable[[bool], None],
        chips: int,
        inputs: Sequence[tuple[int, int]],
        *,
        pin_errors: tuple[type[Exception], ...] = (),
    ) -> None:
        self.name = name
        self.failures: tuple[type[Exception], ...] = (OSError, *pin_errors)
        self._pin_errors = pin_errors
        self.period = PERIOD
        self._open_spi = open_spi
        self._latch = latch
        self._chips = chips
        last = 8 * chips - 1
        # What is sent, by turns, and what came back to it last for the inputs as they are known.
        self._sent = tuple([first] + [rest] * chips for first, rest in (PATTERNS, PATTERNS[::-1]))
        self._usual: list[list[int]] = [[], []]
        self._contacts = {last - clock: 1 << number for clock, number in inputs}
        self._spi: SpiDevice | None = None
        self._turn = 0
        self._left_over = False
        # Open switches, before anything has been read.
        self._raw = (1 << 8 * chips) - 1
        self._made = 0

    def set_up(self) -> None:
        """Open the bus anew: the device file may have gone."""
        self.close()
        self._latch(False)
        self._spi = self._open_spi()

    def look(self, *, full: bool) -> int:
        """The contacts that are made. Every look checks the whole chain; a spoilt one is tried again."""
        raw = self._raw
        for left in _LEFT:
            try:
                raw = self._shift()
                break
            except OSError:
                if not left:
                    raise
        if raw == self._raw:
            return self._made
        for bit in bits(raw ^ self._raw):
            contact = self._contacts.get(bit, 0)
            self._made = self._made & ~contact if raw >> bit & 1 else self._made | contact
        self._raw = raw
        return self._made

    def suspicion(self) -> None:
        """Every switch has an input of its own: there is nothing to confuse."""

    def mend(self, error: Exception) -> str:
        """What people can do about it."""
        if isinstance(error, self._pin_errors):
            return (
                "its latch hangs on a pin of the Pi, which another program may hold: stop that; it is read again once "
                "the pin answers"
            )
        return mend(
            error,
            "check its 3.3 V, the wires of clock, latch, MISO, and MOSI to SER of the last chip; "
            "it is read again once it answers",
        )

    def close(self) -> None:
        """Let go of the bus."""
        if self._spi is not None:
            self._spi.close()
            self._spi = None

    def _shift(self) -> int:
        assert self._spi is not None
        self._latch(True)
        self._latch(False)
        turn = self._turn
        self._turn ^= 1
        back = self._spi.xfer2(self._sent[turn].copy())  # some versions answer in the very list
        if back == self._usual[turn]:
            self._left_over = False
            return self._raw
        # The first byte sent is the one that comes back last, through just as many chips as there should be.
        pattern = PATTERNS[turn]
        *came, echo = back
        if echo != pattern:
            raise OSError(
                errno.EIO, f"0x{pattern:02X} was sent through {self._chips} chips and 0x{echo:02X} came back"
            )
        raw = int.from_bytes(bytes(came), "big")
        # That is what the last reading left in the chips: its rest is this pattern. Once it may be what the switches
        # say, twice it is not.
        left_over, self._left_over = self._left_over, came == [pattern] * self._chips
        if left_over and self._left_over:
            raise OSError(errno.EIO, "the latch does not load the inputs")
        if raw != self._raw:
            self._usual = [[], []]
        if not self._left_over:
            self._usual[turn] = back
        return raw
