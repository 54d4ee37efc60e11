"""``python -m hardware.enclosure``: parts to print, pictures, cutting list and drawings, by OpenSCAD."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from hardware.circuit.schematic import sheet_svg
from hardware.enclosure.cutting import cutting_list
from hardware.enclosure.dimensions import drawing
from hardware.enclosure.openscad import HERE, PARTS, Measures, OpenScadError, mark, picture, sizes, stl

BUILD = HERE.parent.parent / "build" / "hardware"
"""Where STL files go: they are made, not kept."""
PICTURES = HERE / "pictures"
NOTE = PICTURES / "made-from.json"
"""Of which measures the kept files were made, and what is in each: a file that was changed by hand is made anew."""
TRAYS: dict[str, tuple[str, dict[str, float]]] = {
    "1x9": ("One row of nine flaps", {"sides": 1, "flaps": 9}),
    "4x12": ("Four sides of twelve flaps", {"sides": 4, "flaps": 12}),
    "6x12": ("Six sides of twelve flaps", {"sides": 6, "flaps": 12}),
}
FROM_ABOVE, FROM_BESIDE, PART = "0,0,0,48,0,20,900", "0,0,0,76,0,62,200", "0,0,0,55,0,25,300"

LARGE, SMALL = (1600, 1150), (640, 460)


def _views() -> dict[str, Callable[[Path], None]]:
    """What the pictures show, by their names."""

    def tray(name: str) -> Callable[[Path], None]:
        measures: Measures = {"show": "tray", **TRAYS[name][1]}
        return lambda path: picture("assembly.scad", path, measures, FROM_ABOVE, LARGE)

    def part(name: str) -> Callable[[Path], None]:
        return lambda path: picture("part.scad", path, {"part": name}, PART, SMALL)

    side: Measures = {"show": "section", "flaps": 2, "raised": "[2]"}
    return {
        **{f"tray-{name}": tray(name) for name in TRAYS},
        "side": lambda path: picture("assembly.scad", path, side, FROM_BESIDE, LARGE),
        **{name: part(name) for name in PARTS},
    }


def papers(scratch: Path) -> dict[str, str]:
    """The cutting list and the drawings of the trays that are shown, by their files' names."""
    found = {name: sizes(measures, scratch) for name, (_, measures) in TRAYS.items()}
    made = {"cutting-list.md": cutting_list({TRAYS[name][0]: found[name] for name in TRAYS}, mark())}
    for name, one in found.items():
        made[f"dimensions-{name}.svg"] = sheet_svg(drawing(one, TRAYS[name][0], mark()), TRAYS[name][0])
    return made


def main(words: list[str] | None = None) -> int:
    """Make everything that is kept beside this, where the measures have changed, and the STL files."""
    parser = argparse.ArgumentParser(prog="python -m hardware.enclosure", description=__doc__)
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a measure, for STL files only"
    )
    parser.add_argument("--into", type=Path, default=BUILD, help="the folder for STL files")
    chosen = parser.parse_args(words)
    try:
        own = _measures(chosen.set)
        for part in PARTS:
            stl(part, chosen.into / f"{part}.stl", own)
        flaps = int(own.get("flaps", 9))
        for number in range(2, flaps + 1):
            stl("flap", chosen.into / f"flap-{number}.stl", {**own, "numbers": str(number)})
        sys.stdout.write(f"{len(PARTS) + flaps - 1} parts in {chosen.into}\n")
        if own:
            with tempfile.TemporaryDirectory() as scratch:
                text = cutting_list({"A tray of your own": sizes(own, Path(scratch))}, mark())
            (chosen.into / "cutting-list.md").write_text(text, encoding="utf-8")
        else:
            _keep()
    except (OpenScadError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


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
        | {f"dimensions-{name}.svg" for name in TRAYS}
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
