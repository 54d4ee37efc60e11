"""Just enough SVG for drawings of wiring: lines, boxes, circles, text, and the symbols of what is soldered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Anchor: TypeAlias = Literal["start", "middle", "end"]

STYLE = """\
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; font-size: 10px; fill: #111 }
.title { font-size: 18px; font-weight: bold }
.head { font-size: 11px; font-weight: bold }
.small { font-size: 8.5px }
.pin { font-size: 9px; fill: #fff; font-weight: bold }
line, polyline, circle, rect, polygon { stroke: #111; stroke-width: 1.2; fill: none }
.chip { fill: #f4f1ea }
.solid { fill: #111 }
.supply { stroke: #c4461a } .supply-fill { fill: #c4461a }
.five { stroke: #a3162d } .five-fill { fill: #a3162d }
.ground { stroke: #222 } .ground-fill { fill: #222 }
.switch { stroke: #1e7a3c } .switch-fill { fill: #1e7a3c }
.line { stroke: #8a6100 } .line-fill { fill: #8a6100 }
.bus { stroke: #1b55a8 } .bus-fill { fill: #1b55a8 }
.lamp { stroke: #8b2f97 } .lamp-fill { fill: #8b2f97 }
.buzzer { stroke: #8b2f97 } .buzzer-fill { fill: #8b2f97 }
.free { stroke: #999 } .free-fill { fill: #999 }
"""
"""Every kind of wire has its colour; its label says the same to those who print in grey."""


class Drawing:
    """Elements in the order they are drawn, all in one unit: a quarter of a millimetre when printed on A4."""

    def __init__(self) -> None:
        self._elements: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str = "") -> None:
        """A straight line."""
        self._add("line", style, f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"')

    def box(self, x: float, y: float, width: float, height: float, style: str = "") -> None:
        """A box by its upper left corner."""
        self._add("rect", style, f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2"')

    def circle(self, x: float, y: float, radius: float, style: str = "") -> None:
        """A circle by its centre."""
        self._add("circle", style, f'cx="{x:g}" cy="{y:g}" r="{radius:g}"')

    def polygon(self, points: Sequence[tuple[float, float]], style: str = "") -> None:
        """A closed shape."""
        self._add("polygon", style, f'points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"')

    def text(self, x: float, y: float, words: str, style: str = "", anchor: Anchor = "start") -> None:
        """Words whose base line is at ``y``."""
        if words:
            place = f'x="{x:g}" y="{y:g}"' + (f' text-anchor="{anchor}"' if anchor != "start" else "")
            self._elements.append(f"<text{_class(style)} {place}>{escape(words)}</text>")

    def svg(self, width: float, height: float, title: str) -> str:
        """The whole file: A4, the longer side across, its contents no smaller than they must be."""
        wide, high = 1188.0, 840.0
        scale = max(1.0, width / wide, height / high)
        return "\n".join(
            (
                '<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="210mm" '
                f'viewBox="0 0 {wide * scale:g} {high * scale:g}" role="img" aria-label={quoteattr(title)}>',
                f"<style>\n{STYLE}</style>",
                '<rect width="100%" height="100%" style="fill: #fff; stroke: none"/>',
                *self._elements,
                "</svg>\n",
            )
        )

    def ground(self, x: float, y: float, outward: int) -> None:
        """The sign for ground at the end of a horizontal wire that leads to the left (-1) or to the right (1)."""
        for step, half in enumerate((5.0, 3.2, 1.4)):
            self.line(x + 2.5 * step * outward, y - half, x + 2.5 * step * outward, y + half)

    def switch(self, x: float, y: float, outward: int, style: str) -> float:
        """A switch in a horizontal wire that begins at ``x``; returns where the wire goes on."""
        end = x + 20 * outward
        self.circle(x, y, 1.8, style)
        self.circle(end, y, 1.8, style)
        self.line(x, y - 1.8, end - 2 * outward, y - 8, style)
        return end

    def resistor(self, x: float, y: float, outward: int, value: str) -> float:
        """A resistor in a horizontal wire, with its value; returns where the wire goes on."""
        end = x + 30 * outward
        self.box(min(x, end), y - 5, 30, 10, "chip")
        self.text((x + end) / 2, y + 3, value, "small", "middle")
        return end

    def lamp(self, x: float, y: float, outward: int, style: str) -> float:
        """An LED in a horizontal wire, lit by current that flows outward; returns where the wire goes on."""
        end = x + 10 * outward
        self.polygon(((x, y - 5), (x, y + 5), (end, y)), style)
        self.line(end, y - 5, end, y + 5, style)
        return end

    def _add(self, name: str, style: str, attributes: str) -> None:
        self._elements.append(f"<{name}{_class(style)} {attributes}/>")


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""
