"""``python -m hardware.enclosure``: parts to print, pictures, cutting list and drawings, by OpenSCAD."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from hardware.circuit.schematic import sheet_svg
from hardware.enclosure.boards import boards
from hardware.enclosure.cutting import cutting_list
from hardware.enclosure.dimensions import drawing
from hardware.enclosure.openscad import HERE, PARTS, Measures, OpenScadError, Value, mark, picture, sizes, stl
from hardware.enclosure.trays import shapes

BUILD = HERE.parent.parent / "build" / "hardware"
"""Where STL files go: they are made, not kept."""
PICTURES = HERE / "pictures"
NOTE = PICTURES / "made-from.json"
"""Of which measures the kept files were made, and what is in each: a file that was changed by hand is made anew."""
SHOWN = ("1x9", "4x12", "4x10", "6x12")
"""The trays that have a picture: one of each shape, and the one with a screen on every side."""
FROM_ABOVE, FROM_BESIDE, PART = "0,0,0,48,0,20,900", "0,0,0,76,0,62,200", "0,0,0,55,0,25,300"

VARIES = {"flap": "numbers", "bezel": "screen", "box-corner": "sides"}
"""What a part of the shipped trays depends on."""
HUGE, LARGE, SMALL = (3000, 2150), (1600, 1150), (640, 460)
"""Before what is empty is cut off, of which there is more around a tray of many sides."""


def _views() -> dict[str, Callable[[Path], None]]:
    """What the pictures show, by their names."""

    def tray(name: str) -> Callable[[Path], None]:
        measures: Measures = {"show": "tray", **shapes()[name].measures}
        size = LARGE if name.startswith("1x") else HUGE
        return lambda path: picture("assembly.scad", path, measures, FROM_ABOVE, size)

    def part(name: str) -> Callable[[Path], None]:
        return lambda path: picture("part.scad", path, {"part": name}, PART, SMALL)

    side: Measures = {"show": "section", "flaps": 2, "raised": "[2]"}
    return {
        **{f"tray-{name}": tray(name) for name in SHOWN},
        "house": lambda path: picture("assembly.scad", path, {"show": "house"}, PART, LARGE),
        "side": lambda path: picture("assembly.scad", path, side, FROM_BESIDE, LARGE),
        **{name: part(name) for name in PARTS},
    }


def papers(scratch: Path) -> dict[str, str]:
    """The cutting list and the drawings of the trays that are shown, by their files' names."""
    found = {name: sizes(shape.measures, scratch) for name, shape in shapes().items()}
    titles = {name: f"{shape.title} ({', '.join(shape.profiles)})" for name, shape in shapes().items()}
    made = {"cutting-list.md": cutting_list({titles[name]: found[name] for name in found}, mark())}
    for name, one in found.items():
        title = shapes()[name].title
        made[f"dimensions-{name}.svg"] = sheet_svg(drawing(one, title, mark()), title)
        made[f"boards-{name}.svg"] = sheet_svg(boards(one, title, mark()), title)
    return made


def main(words: list[str] | None = None) -> int:
    """Make everything that is kept beside this, where the measures have changed, and the STL files."""
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure", description=__doc__)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a measure, for STL files only"
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=BUILD,
        help="the folder for STL files: a folder for each shipped tray, or a tray of --set",
    )
    chosen = parser.parse_args(words)
    try:
        own = _measures(chosen.set)
        if own:
            count = _parts(own, chosen.into, "A tray of your own", {})
            sys.stdout.write(f"{count} parts in {chosen.into}\n")
        else:
            _every(chosen.into)
            _keep()
    except (OpenScadError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _every(into: Path) -> None:
    """The parts and the list of every shipped tray, in a folder of its own; what two have in common is made once."""
    made: dict[tuple[str, Value], Path] = {}
    for shape in shapes().values():
        for profile in shape.profiles:
            count = _parts(shape.measures, into / profile, f"{shape.title} ({profile})", made)
            sys.stdout.write(f"{count} parts in {into / profile}\n")


def _parts(measures: Measures, into: Path, title: str, made: dict[tuple[str, Value], Path]) -> int:
    """The STL files of a tray and its cutting list. ``made`` are the parts of other trays that differ in nothing else
    than what ``VARIES`` names. Returns how many files there are.
    """
    flaps = int(measures.get("flaps", 9))
    wanted = {part: (part, measures) for part in PARTS}
    wanted |= {f"flap-{n}": ("flap", {**measures, "numbers": str(n)}) for n in range(2, flaps + 1)}
    into.mkdir(parents=True, exist_ok=True)
    for file, (part, with_measures) in wanted.items():
        key = (part, with_measures.get(VARIES.get(part, ""), ""))
        path = into / f"{file}.stl"
        if key in made:
            shutil.copyfile(made[key], path)
        else:
            stl(part, path, with_measures)
            made[key] = path
    with tempfile.TemporaryDirectory() as scratch:
        text = cutting_list({title: sizes(measures, Path(scratch))}, mark())
    (into / "cutting-list.md").write_text(text, encoding="utf-8")
    return len(wanted)


def _measures(words: list[str]) -> Measures:
    found: dict[str, str | float] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise ValueError(f"--set {word} is not NAME=VALUE, such as flaps=12")
        number = value.replace(".", "", 1).isdigit() and name not in ("screen", "numbers")
        found[name] = float(value) if number else value
    return found


def _keep() -> None:
    """What is kept: made anew only where a measure or a part changed, since no two OpenSCADs draw quite alike."""
    with tempfile.TemporaryDirectory() as scratch:
        for file, text in papers(Path(scratch)).items():
            (HERE / file).write_text(text, encoding="utf-8")
    if (problem := stale(NOTE)) and any(word in problem for word in ("measures", ".png", "is no list")):
        for name, view in _views().items():
            view(PICTURES / f"{name}.png")
    made = {"measures": mark(), "files": digests()}
    NOTE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def kept() -> list[Path]:
    """Every file beside this that OpenSCAD made."""
    return [*sorted(PICTURES.glob("*.png")), *sorted(HERE.glob("*.svg")), HERE / "cutting-list.md"]


def digests() -> dict[str, str]:
    """What is in every one of them, as a few characters."""
    return {path.name: sha256(path.read_bytes()).hexdigest()[:16] for path in kept()}


def stale(note: Path) -> str:
    """In what way the kept files are not those that were made from the measures; empty where they are."""
    try:
        said = json.loads(note.read_text(encoding="utf-8"))
        measures, files = said["measures"], dict(said["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return f"{note.name} is no list of what was made"
    if measures != mark():
        return "the measures have changed since"
    wanted = (
        {f"{name}.png" for name in _views()}
        | {f"{drawn}-{name}.svg" for drawn in ("dimensions", "boards") for name in shapes()}
        | {"cutting-list.md"}
    )
    found = digests()
    wrong = sorted(
        name
        for name in wanted | set(files) | set(found)
        if name not in wanted or files.get(name) != found.get(name)
    )
    return f"changed by hand or not made: {', '.join(wrong)}" if wrong else ""


if __name__ == "__main__":
    sys.exit(main())
