"""The registers of an MCP23017, from its data sheet (Microchip DS20001952), for its driver and its simulation."""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Register(IntEnum):
    """Each exists once per port. In the order of their addresses."""

    IODIR = 0
    """1: input. All ones after power-on."""
    IPOL = 1
    """1: an input is read upside down."""
    GPINTEN = 2
    """1: a change of the pin interrupts."""
    DEFVAL = 3
    """What pins are compared to where INTCON says so."""
    INTCON = 4
    """1: compared to DEFVAL; 0: to what it was before."""
    IOCON = 5
    """See ``Iocon``; the same register for both ports."""
    GPPU = 6
    """1: an input is pulled up through 100 kΩ."""
    INTF = 7
    """The pins that caused the interrupt. Read only."""
    INTCAP = 8
    """The port when the interrupt came; reading it ends the interrupt. Read only."""
    GPIO = 9
    """The port; reading it ends the interrupt, writing it writes OLAT."""
    OLAT = 10
    """What outputs are set to."""

    def address(self, port: int = 0, *, bank: bool = False) -> int:
        """Where the register of ``port`` (0: A, 1: B) is, with IOCON.BANK set or clear (table 3-1)."""
        return 0x10 * port + self if bank else 2 * self + port


class Iocon(IntFlag):
    """The bits of IOCON (register 3-6)."""

    BANK = 0x80
    """The registers of a port are together, instead of the two of a kind."""
    MIRROR = 0x40
    """INTA and INTB both tell of both ports."""
    SEQOP = 0x20
    """The address does not move on."""
    DISSLW = 0x10
    """No slew rate control on SDA."""
    HAEN = 0x08
    """Address pins count; only the SPI sister has this."""
    ODR = 0x04
    """INT only pulls low; INTPOL means nothing."""
    INTPOL = 0x02
    """INT is high while there is an interrupt."""


PORTS = 2
LAST_ADDRESS = {False: 0x15, True: 0x1A}
"""The last register, by IOCON.BANK; after it comes the first again."""
