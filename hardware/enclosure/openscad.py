"""Runs OpenSCAD: parts as STL, pictures, the cutting list, and whether two things are in each other's way."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

HERE = Path(__file__).parent
PARTS = ("flap", "hinge", "switch-bracket", "bezel", "button-cap", "button-guide", "box-corner")
Value: TypeAlias = str | float
Measures: TypeAlias = Mapping[str, Value]
"""Parameters that are other than in ``parameters.scad``, by their names."""

QUESTIONS = (
    *(
        "flap and bracket",
        "flap and switch",
        "flap and post",
        "flap and flap",
        "flap and fence",
        "flap and rail",
    ),
    *("bracket and post", "bracket and rail", "switch and bracket", "screws and bracket"),
)
"""What ``assembly.scad`` can be asked of a side: do these two take the same place?"""

TRAY_QUESTIONS = (
    *("flap and corner", "flap and wall", "flap and corner board"),
    *("rail and corner", "rail and wall", "wall and wall", "wall and corner"),
    *("fence and corner", "fence and wall", "fence and fence"),
    *("house and tray", "house and contents", "panel and button", "panel and bezel", "button and bezel"),
    *(
        "corner board and bezel",
        "bezel and screws",
        "lead and house",
        "plugs and contents",
        "lead and contents",
    ),
)
"""The same of a whole tray, whose answers depend on how many sides it has."""

TOUCHING = (
    *("wall touches corner", "wall touches next corner", "wall touches floor", "corner touches floor"),
    *("rail touches wall", "fence touches next", "house touches tray", "corner board touches wall"),
)
"""What must be in the way once it is pushed on by 0.3 mm: there is no gap between the two."""

TOUCH_MM3 = 1.0
"""Faces that touch have nothing in common but what rounding leaves."""


class OpenScadError(RuntimeError):
    """OpenSCAD refused or failed; the sentence is its own."""


@dataclass
class Sizes:
    """What a tray is cut to, printed from, and measures.

    ``cuts``: name, how many, length, width, thickness in mm; ``prints``: how many of each part;
    ``holes`` of the panel: for what, the middle from its left edge and from the tray's side, width and height.
    """

    cuts: list[tuple[str, int, float, float, float]] = field(default_factory=list)
    prints: dict[str, int] = field(default_factory=dict)
    measures: dict[str, float] = field(default_factory=dict)
    screws: dict[str, int] = field(default_factory=dict)
    holes: list[tuple[str, float, float, float, float]] = field(default_factory=list)


def stl(part: str, into: Path, measures: Measures | None = None) -> None:
    """Write a part as binary STL. Raises ``OpenScadError``."""
    _run("part.scad", into, {"part": part, **(measures or {})}, ("--export-format", "binstl"))


def picture(file: str, into: Path, measures: Measures, camera: str, size: tuple[int, int]) -> None:
    """Draw a picture, and cut off what is empty around it.

    ``camera`` is OpenSCAD's: where to, turned by, distance. ``size`` is that before cutting. Raises ``OpenScadError``.
    """
    from PIL import Image, ImageChops

    looks = ("--autocenter", "--viewall", "--projection=o", "--colorscheme=Tomorrow", f"--camera={camera}")
    _run(file, into, measures, (*looks, f"--imgsize={size[0]},{size[1]}"), screen=True)
    with Image.open(into) as drawn:
        shown = drawn.convert("RGB")
    empty = Image.new("RGB", shown.size, "white")
    empty.paste(shown.crop((0, 0, 1, 1)).resize(shown.size))
    box = ImageChops.difference(shown, empty).getbbox()
    if box is None:
        raise OpenScadError(f"{file}: the picture is empty")
    left, top, right, bottom = box
    shown = shown.crop((max(0, left - 16), max(0, top - 16), right + 16, bottom + 16))
    shown.quantize(64).save(into, optimize=True)


def in_the_way(question: str, into: Path, measures: Measures) -> bool:
    """Whether two things take the same place, as ``assembly.scad`` has the question. Raises ``OpenScadError``."""
    into.unlink(missing_ok=True)
    try:
        _run("assembly.scad", into, {"show": question, **measures}, ("--export-format", "binstl"))
    except OpenScadError as error:
        if "top level object is empty" in str(error):
            return False
        raise
    return volume(into) > TOUCH_MM3


def volume(file: Path) -> float:
    """Of the bodies in a binary STL file, mm3: the sum of the tetrahedra from the origin to each face."""
    faces, total = file.read_bytes()[84:], 0.0
    for *_, ax, ay, az, bx, by, bz, cx, cy, cz, _attributes in struct.iter_unpack("<12fH", faces):
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return abs(total) / 6


def sizes(measures: Measures, scratch: Path) -> Sizes:
    """The cutting list of a tray and the measures of its drawing. Raises ``OpenScadError``."""
    said = _run(
        "assembly.scad", scratch / "cuts.stl", {"show": "cuts", **measures}, ("--export-format", "binstl")
    )
    found = Sizes()
    for line in said.splitlines():
        if not line.startswith("ECHO: "):
            continue
        kind, name, *rest = (word.strip('"') for word in _split(line.removeprefix("ECHO: ")))
        if kind == "cut":
            count, length, width, thickness = rest
            found.cuts.append((name, int(count), float(length), float(width), float(thickness)))
        elif kind == "hole":
            x, y, across, high = map(float, rest)
            found.holes.append((name, x, y, across, high))
        elif kind in ("print", "screw"):
            (found.prints if kind == "print" else found.screws)[name] = int(rest[0])
        elif kind == "measure":
            found.measures[name] = float(rest[0])
    return found


def mark() -> str:
    """A word that changes with every line of the parts and the measures."""
    digest = sha256()
    for path in sorted(HERE.glob("*.scad")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _split(line: str) -> list[str]:
    """An echoed list: words in quotation marks may hold commas."""
    words, quoted = [""], False
    for character in line:
        quoted ^= character == '"'
        if character == "," and not quoted:
            words.append("")
        elif character != " " or quoted:
            words[-1] += character
    return words


def _run(file: str, into: Path, measures: Measures, options: tuple[str, ...], *, screen: bool = False) -> str:
    program = shutil.which("openscad")
    if program is None:
        raise OpenScadError("there is no openscad: apt-get install openscad xvfb")
    command = [program, *options, "-o", str(into)]
    for name, value in measures.items():
        command += ["-D", f"{name}={_literal(value)}"]
    if screen and not os.environ.get("DISPLAY"):
        command = ["xvfb-run", "--auto-servernum", *command]
    into.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [*command, str(HERE / file)], capture_output=True, text=True, check=False, timeout=300
    )
    if done.returncode or not into.is_file():
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        telling = [line for line in lines if line.startswith(("ERROR", "WARNING", "Current"))] or lines[-1:]
        raise OpenScadError(f"{file}: {' '.join(telling) or 'OpenSCAD wrote nothing'}")
    return done.stderr


def _literal(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) and not value.startswith("[") else str(value)
