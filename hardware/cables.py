"""Draws the cables with WireViz and graphviz, where they are installed (make hardware installs WireViz)."""

from __future__ import annotations

import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path


class CableDrawingError(RuntimeError):
    """WireViz or graphviz did not do it; the sentence says what they said."""


def mark(folder: Path, drawn: str) -> str:
    """What a drawing of the cables that are described in ``folder`` ends with: made of what, showing what."""
    source = sha256((folder / "harness.yml").read_bytes()).hexdigest()[:16]
    shown = sha256(drawn.encode()).hexdigest()[:16]
    return f"<!-- drawn from harness.yml, {source}; shows {shown} -->\n"


def is_current(folder: Path) -> bool:
    """Whether the drawing there was made from the description beside it, and nobody changed it since."""
    drawing = folder / "harness.svg"
    if not drawing.is_file():
        return False
    text = drawing.read_text(encoding="utf-8")
    shown = text[: text.rfind("<!-- drawn from")]
    return text == shown + mark(folder, shown)


def draw(folder: Path) -> list[Path]:
    """Make ``harness.svg`` beside ``harness.yml``, unless it is current: no two graphviz draw quite the same."""
    if is_current(folder):
        return []
    drawing = folder / "harness.svg"
    drawing.unlink(missing_ok=True)
    words = "from wireviz.wv_cli import wireviz; wireviz()"
    command = [sys.executable, "-c", words, "--format", "s", str(folder / "harness.yml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not drawing.is_file():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise CableDrawingError(
            f"{folder.name}: the cables were not drawn ({said[-1] if said else 'nothing was said'}); "
            "this needs the packages of make hardware, and apt-get install graphviz"
        )
    shown = slim(drawing.read_text(encoding="utf-8"))
    drawing.write_text(shown + mark(folder, shown), encoding="utf-8")
    return [drawing]


def slim(text: str) -> str:
    """The same drawing in two thirds of the bytes: without graphviz's comments, and with its usual looks said once."""
    for pattern in (
        r"<!--.*?-->\n?",
        r"<title>.*?</title>\n?",
        r' font-family="DejaVu Sans" font-size="14.00"',
    ):
        text = re.sub(pattern, "", text, flags=re.DOTALL)
    text = text.replace('<polygon fill="none" stroke="black" points', '<polygon class="b" points')
    text = text.replace('<text text-anchor="start" ', "<text ")
    style = '<style>text { font: 14px "DejaVu Sans", sans-serif } .b { fill: none; stroke: #000 }</style>\n'
    return re.sub(r"(<svg[^>]*>\n)", lambda found: found[1] + style, text, count=1)
