"""A simulated MCP23017 that answers on its bus register by register, as the data sheet says (Microchip DS20001952)."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from stbpi.table.events import Micros
from stbpi.tray.mcp23017_registers import LAST_ADDRESS, PORTS, Iocon, Register

PINS = 0xFFFF


class Drive(Enum):
    """What an output pin does to its wire."""

    LOW = "low"
    HIGH = "high"
    OPEN = "open"


class Mcp23017Chip:
    """Sixteen pins, of which some are tied to ground by switches, and eleven registers per port.

    ``told`` is called with the instant after INTA or INTB has changed. ``clock`` gives microseconds.
    """

    def __init__(self, clock: Callable[[], Micros], told: Callable[[Micros], None] = lambda at: None) -> None:
        self._clock = clock
        self._told = told
        self._grounded = 0
        self.floating = 0
        """How inputs read that nothing ties and nothing pulls, bit by bit: their charge leaks to ground."""
        self._registers: dict[Register, list[int]] = {}
        self._before = [0, 0]
        self._shown = (Drive.OPEN, Drive.OPEN)
        self._pointer = 0
        self._first = False
        self.power_on()

    def power_on(self) -> None:
        """Lose everything, as after a dip of the supply: the state of table 1-3 (POR/BOR)."""
        self._registers = {register: [0, 0] for register in Register}
        self._registers[Register.IODIR] = [0xFF, 0xFF]
        self._pointer = 0
        self._first = False
        self._before = [self._port(port) for port in range(PORTS)]
        self._show(self._clock())

    def ground(self, bit: int, grounded: bool, at: Micros) -> None:
        """A switch ties pin ``bit`` (0 to 15: GPA0 to GPB7) to ground, or lets go of it."""
        mask = 1 << bit
        self._grounded = self._grounded | mask if grounded else self._grounded & ~mask
        self._compare(at)

    @property
    def interrupts(self) -> tuple[Drive, Drive]:
        """What INTA and INTB do to their wires."""
        return self._shown

    def register(self, register: Register, port: int) -> int:
        """A register as it is inside, read without side effects."""
        return self._registers[register][port]

    # The bus, byte by byte (section 3.3: I2C write and read operations).

    def addressed(self, read: bool) -> None:
        """The chip's address has come, for reading or for writing."""
        self._first = not read

    def written(self, value: int) -> None:
        """A byte for the chip: the first after the address points to a register, the others fill registers."""
        if self._first:
            self._pointer = value
            self._first = False
            return
        self._write(self._pointer, value)
        self._advance()

    def read(self) -> int:
        """A byte from the chip."""
        value = self._read(self._pointer)
        self._advance()
        return value

    # Inside.

    @property
    def _iocon(self) -> Iocon:
        return Iocon(self._registers[Register.IOCON][0])

    def _advance(self) -> None:
        bank = Iocon.BANK in self._iocon
        if Iocon.SEQOP in self._iocon:
            # "Byte mode": the address stays, or toggles between the two of a kind (section 3.2.1).
            self._pointer ^= 0 if bank else 1
        elif self._pointer >= LAST_ADDRESS[bank]:
            self._pointer = 0
        else:
            self._pointer += 1

    def _found(self, address: int) -> tuple[Register, int] | None:
        bank = Iocon.BANK in self._iocon
        number, port = (address & 0x0F, address >> 4) if bank else (address >> 1, address & 1)
        if number > max(Register) or port >= PORTS:
            return None
        return Register(number), port

    def _read(self, address: int) -> int:
        found = self._found(address)
        if found is None:
            return 0
        register, port = found
        value = self._port(port) if register is Register.GPIO else self._registers[register][port]
        if register in (Register.GPIO, Register.INTCAP):
            self._registers[Register.INTF][port] = 0
            self._before[port] = self._pins(port)
            self._compare(self._clock())
        return value

    def _write(self, address: int, value: int) -> None:
        found = self._found(address)
        if found is None:
            return
        register, port = found
        if register in (Register.INTF, Register.INTCAP):
            return
        if register is Register.IOCON:
            self._registers[register] = [value & 0xFE] * PORTS
        else:
            self._registers[Register.OLAT if register is Register.GPIO else register][port] = value
        if register is Register.GPINTEN:
            self._before[port] = self._pins(port)
        self._compare(self._clock())

    def _pins(self, port: int) -> int:
        """The levels at the pins of a port."""
        shift = 8 * port
        inputs = self._registers[Register.IODIR][port]
        pulled = self._registers[Register.GPPU][port]
        tied = self._grounded >> shift & 0xFF
        high = pulled | (self.floating >> shift & 0xFF)
        return (inputs & high & ~tied) | (~inputs & 0xFF & self._registers[Register.OLAT][port])

    def _port(self, port: int) -> int:
        """The levels as register GPIO gives them."""
        upside_down = self._registers[Register.IPOL][port] & self._registers[Register.IODIR][port]
        return self._pins(port) ^ upside_down

    def _compare(self, at: Micros) -> None:
        """Interrupt where a pin is not as it was, or as DEFVAL has it; what is pending keeps what it caught."""
        for port in range(PORTS):
            if self._registers[Register.INTF][port]:
                continue
            pins = self._pins(port)
            to_defval = self._registers[Register.INTCON][port]
            expected = (self._registers[Register.DEFVAL][port] & to_defval) | (
                self._before[port] & ~to_defval
            )
            enabled = self._registers[Register.GPINTEN][port] & self._registers[Register.IODIR][port]
            caught = (pins ^ expected) & enabled
            self._before[port] = pins
            if caught:
                self._registers[Register.INTF][port] = caught
                self._registers[Register.INTCAP][port] = self._port(port)
        self._show(at)

    def _show(self, at: Micros) -> None:
        pending = [bool(flags) for flags in self._registers[Register.INTF]]
        if Iocon.MIRROR in self._iocon:
            pending = [any(pending)] * PORTS
        a, b = (self._drive(wanted) for wanted in pending)
        if (a, b) != self._shown:
            self._shown = (a, b)
            self._told(at)

    def _drive(self, pending: bool) -> Drive:
        if Iocon.ODR in self._iocon:
            return Drive.LOW if pending else Drive.OPEN
        return Drive.HIGH if pending == (Iocon.INTPOL in self._iocon) else Drive.LOW
