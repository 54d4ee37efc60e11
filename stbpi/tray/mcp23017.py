"""Reading switches on an MCP23017 port expander (Microchip DS20001952)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stbpi.table.events import Micros
from stbpi.tray.bus import I2cLine, mend
from stbpi.tray.bus_contacts import PartResetError
from stbpi.tray.debounce import bits
from stbpi.tray.mcp23017_registers import PORTS, Iocon, Register

PERIOD: Micros = 5_000
"""How often an expander is read that announces nothing: six looks in the usual window of 30 ms, so that no rest
between two bounces is taken for the end of them."""

BUS_SHARE = 4
"""Reading takes at most a quarter of the bus, the rest is for pictures."""

READ_CLOCKS = 48
"""Clock pulses of reading both ports: five bytes of nine bits, start, repeated start and stop."""

PULL_UP_RISE: Micros = 1_000
"""An input just pulled up is read no sooner: 100 kΩ and the 1 nF of ten metres of wire rise within 0.5 ms."""

SETTINGS = (Register.IODIR, Register.IPOL, Register.GPINTEN, Register.DEFVAL, Register.INTCON, Register.IOCON)
"""The registers that come before GPPU, in order; all of them are kept as they were set."""

INPUTS_ONLY = 0x7F7F
"""GPA7 and GPB7 are outputs: as inputs they can corrupt SDA (data sheet, revision D)."""

_GPIOA = Register.GPIO.address()
_IOCON = Register.IOCON.address()
_IOCON_IN_BANK_1 = Register.IOCON.address(bank=True)
_PORTS_AND_SETTINGS = 2 * PORTS + PORTS * (len(SETTINGS) + 1)
"""Bytes from GPIOA over OLATB, after which the address begins again, to GPPUB."""


class Mcp23017:
    """One expander, as a ``Part``. ``inputs`` are its contacts: (bit 0 to 15, number in the picture).

    ``sharing`` is how many expanders on the bus are read in turn, ``khz`` the bus' clock.
    """

    def __init__(
        self,
        name: str,
        line: I2cLine,
        address: int,
        inputs: Sequence[tuple[int, int]],
        *,
        settle: Callable[[Micros], None],
        sharing: int = 1,
        khz: int = 100,
    ) -> None:
        self.name = name
        self.failures: tuple[type[Exception], ...] = (OSError,)
        self.period: Micros = max(PERIOD, BUS_SHARE * sharing * READ_CLOCKS * 1000 // khz)
        self._line = line
        self._address = address
        self._settle = settle
        self._contacts = {bit: 1 << number for bit, number in inputs}
        used = sum(1 << bit for bit, _ in inputs)
        both = {
            Register.IODIR: INPUTS_ONLY,
            Register.GPINTEN: used,
            Register.IOCON: int(Iocon.MIRROR | Iocon.ODR) * 0x0101,
            Register.GPPU: INPUTS_ONLY,
        }
        self._settings = [
            both.get(register, 0) >> 8 * port & 0xFF
            for register in (*SETTINGS, Register.GPPU)
            for port in range(PORTS)
        ]
        # Open switches, before anything has been read.
        self._raw = INPUTS_ONLY
        self._made = 0
        self._ports: list[int] = []

    def set_up(self) -> None:
        """Set every register that matters, whatever state the chip is in, and let the inputs rise."""
        # The same address is IOCON where BANK is set, and GPINTENB, which comes later anyway, where it is not.
        self._line.write(self._address, _IOCON_IN_BANK_1, [0])
        # By itself: where SEQOP is set the address would not move on.
        self._line.write(self._address, _IOCON, [int(Iocon.MIRROR | Iocon.ODR)])
        self._line.write(self._address, Register.OLAT.address(), [0, 0])
        self._line.write(self._address, Register.IODIR.address(), self._settings)
        self._settle(PULL_UP_RISE)

    def look(self, *, full: bool) -> int:
        """The contacts that are made.

        Something new is believed only if the settings are intact after it was read: a chip whose supply dipped
        has no pull-ups, and its inputs say anything.
        """
        if not full and self._line.read(self._address, _GPIOA, PORTS) == self._ports:
            return self._made
        came = self._line.read(self._address, _GPIOA, _PORTS_AND_SETTINGS)
        if came[2 * PORTS :] != self._settings:
            raise PartResetError(
                f"{self.name} lost its settings and was set up again; its 3.3 V dips: check the plug, put 100 nF at "
                "the chip and 10 µF on the board"
            )
        self._ports = came[:PORTS]
        raw = came[0] | came[1] << 8
        for bit in bits(raw ^ self._raw):
            contact = self._contacts.get(bit, 0)
            self._made = self._made & ~contact if raw >> bit & 1 else self._made | contact
        self._raw = raw
        return self._made

    def suspicion(self) -> None:
        """Every switch has a pin of its own: there is nothing to confuse."""

    def mend(self, error: Exception) -> str:
        """What people can do about it."""
        return mend(
            error,
            f"check its plug, its 3.3 V and that its address pins say 0x{self._address:02X}; "
            "it is read again once it answers",
        )

    def close(self) -> None:
        """The bus is its runner's, the chip keeps its settings."""
