"""A sheet of a schematic: the symbols, and where every word stands, so that a test can see that none covers another."""

from __future__ import annotations

from stbpi.tray.wiring_svg import Anchor, Drawing

SIZES = {"title": 18.0, "head": 11.0, "small": 8.5, "pin": 9.0, "": 10.0}
WIDTH = 0.61
"""Of a character of DejaVu Sans, on average and rather too wide, as a part of its size; bold ones are wider."""
BOLD = 1.15


class Sheet(Drawing):
    """A drawing that knows the boxes of its words. ``drawn`` are the references of the components that are on it."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[tuple[float, float, float, float, str]] = []
        self.drawn: set[str] = set()

    def text(self, x: float, y: float, words: str, style: str = "", anchor: Anchor = "start") -> None:
        """Words whose base line is at ``y``."""
        super().text(x, y, words, style, anchor)
        size = SIZES[style]
        width = len(words) * size * WIDTH * (BOLD if style in ("title", "head", "pin") else 1)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self.words.append((left, y - 0.75 * size, left + width, y + 0.2 * size, words))

    def overlaps(self) -> list[tuple[str, str]]:
        """Pairs of words that cover each other."""
        found = []
        for number, (left, top, right, bottom, words) in enumerate(self.words):
            for other in self.words[number + 1 :]:
                if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                    found.append((words, other[4]))
        return found

    def label(self, x: float, y: float, net: str, outward: int) -> None:
        """The name of a net at the end of a wire that leads to the left (-1) or to the right (1)."""
        self.text(x + 4 * outward, y + 3.5, net, "", "end" if outward < 0 else "start")

    def dot(self, x: float, y: float) -> None:
        """Where wires are joined."""
        self.circle(x, y, 2, "solid")

    def pin(self, x: float, y: float, number: str) -> None:
        """A pin of a plug in a horizontal wire."""
        self.circle(x, y, 8, "chip")
        self.text(x, y + 3, number, "small", "middle")

    def resistor_in(self, x: float, y: float, ref: str, value: str) -> float:
        """A resistor in a horizontal wire from ``x`` to the right; returns where the wire goes on."""
        end = self.resistor(x, y, 1, value)
        self.text(x + 15, y - 8, ref, "small", "middle")
        return end

    def resistor_up(self, x: float, y: float, ref: str, value: str, supply: str) -> None:
        """A resistor from a wire up to a supply, with what it is beside it."""
        self.line(x, y, x, y - 4)
        self.box(x - 3.5, y - 18, 7, 14, "chip")
        self.line(x, y - 18, x, y - 22)
        self.line(x - 6, y - 22, x + 6, y - 22, "supply")
        self.text(x + 8, y - 13, f"{ref} {value}", "small")
        self.text(x - 8, y - 17, supply, "small", "end")

    def down_to_ground(self, x: float, y: float, end: float) -> None:
        """A wire down to the sign for ground."""
        self.line(x, y, x, end)
        for step, half in enumerate((6.0, 3.8, 1.6)):
            self.line(x - half, end + 2.5 * step, x + half, end + 2.5 * step)

    def capacitor_down(self, x: float, y: float, ref: str, value: str, *, plus: bool = False) -> None:
        """A capacitor from a wire down to ground; one that has a plus shows it, at the wire."""
        if plus:
            self.text(x - 13, y + 7, "+")
        self.line(x, y, x, y + 4)
        self.line(x - 5, y + 4, x + 5, y + 4)
        self.line(x - 5, y + 7, x + 5, y + 7)
        self.down_to_ground(x, y + 7, y + 11)
        self.text(x + 9, y + 13, f"{ref} {value}", "small")

    def suppressor_down(self, x: float, y: float, ref: str, value: str) -> None:
        """A suppressor from a wire down to ground, its ring at the wire."""
        self.line(x, y, x, y + 8)
        self.line(x - 6, y + 8, x + 6, y + 8)
        self.line(x - 6, y + 8, x - 6, y + 11)
        self.line(x + 6, y + 8, x + 6, y + 5)
        self.polygon(((x, y + 8), (x - 6, y + 18), (x + 6, y + 18)), "chip")
        self.down_to_ground(x, y + 18, y + 23)
        self.text(x + 11, y + 16, ref, "small")
        self.text(x + 11, y + 26, value, "small")

    def diode_in(self, x: float, y: float, ref: str) -> float:
        """A diode in a horizontal wire, its ring to the right; returns where the wire goes on."""
        self.polygon(((x, y - 5), (x, y + 5), (x + 10, y)), "chip")
        self.line(x + 10, y - 5, x + 10, y + 5)
        self.text(x + 5, y - 8, ref, "small", "middle")
        return x + 10

    def diode_beside(self, x: float, top: float, bottom: float, ref: str, value: str) -> None:
        """A diode between two levels, its ring up."""
        middle = (top + bottom) / 2
        self.line(x, top, x, middle - 5)
        self.line(x - 5, middle - 5, x + 5, middle - 5)
        self.polygon(((x, middle - 5), (x - 5, middle + 5), (x + 5, middle + 5)), "chip")
        self.line(x, middle + 5, x, bottom)
        self.text(x + 8, middle - 1, ref, "small")
        self.text(x + 8, middle + 9, value, "small")

    def npn(self, x: float, y: float, ref: str, value: str) -> tuple[float, float, float]:
        """A transistor with its base at ``x``; returns where collector and emitter are: x, y of each."""
        self.line(x, y, x + 8, y)
        self.line(x + 8, y - 9, x + 8, y + 9)
        self.line(x + 8, y - 4, x + 20, y - 13)
        self.line(x + 8, y + 4, x + 20, y + 13)
        self.polygon(((x + 20, y + 13), (x + 13, y + 12), (x + 17, y + 6.5)), "solid")
        self.text(x + 26, y - 1, ref, "small")
        self.text(x + 26, y + 9, value, "small")
        for letter, across, down in (("C", 10, -12), ("B", 0, -3), ("E", 6, 19)):
            self.text(x + across, y + down, letter, "small")
        return x + 20, y - 13, y + 13
