"""A simulated 74HC165: eight inputs into a shift register, as the data sheet says (TI SCLS116, Nexperia 74HC165)."""

from __future__ import annotations

BITS = 8


class Hc165Chip:
    """One chip. Inputs are pulled up from outside; a switch ties one to ground.

    SH/LD low loads the inputs for as long as it is low, whatever the clock does; with it high each rising edge
    of the clock shifts by one, from SER to A and on to H, which is the output. CLK INH is tied low.
    """

    def __init__(self) -> None:
        self._inputs = 0xFF
        self._register = 0xFF
        self._shifting = True

    @property
    def output(self) -> bool:
        """The level of QH: the last bit of the register, before it is shifted out."""
        return bool(self._register >> (BITS - 1) & 1)

    def ground(self, number: int, grounded: bool) -> None:
        """Tie input ``number`` (0 to 7: A to H) to ground, or let go of it."""
        mask = 1 << number
        self._inputs = self._inputs & ~mask if grounded else self._inputs | mask
        self._follow()

    def load(self, low: bool) -> None:
        """The level of SH/LD; low loads."""
        self._shifting = not low
        self._follow()

    def clock(self, serial: bool) -> None:
        """A rising edge of the clock, with ``serial`` at SER."""
        if self._shifting:
            self._register = (self._register << 1 | serial) & 0xFF

    def shift(self, serial: int) -> int:
        """Eight rising edges, with the bits of ``serial`` at SER, the highest first. Returns the levels QH had
        before each of them, likewise.
        """
        if not self._shifting:
            return 0xFF if self.output else 0
        came, self._register = self._register, serial
        return came

    def _follow(self) -> None:
        if not self._shifting:
            self._register = self._inputs
