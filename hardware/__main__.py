"""``python -m hardware``: makes what is soldered from the wiring profiles. See README.md beside this."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hardware.circuit.checks import check
from hardware.circuit.circuit import Circuit
from hardware.circuit.compose import compose
from hardware.circuit.harness import harness
from hardware.circuit.netlist import netlist
from hardware.circuit.parts_list import page, parts_csv
from hardware.circuit.schematic import schematic, sheet_svg
from hardware.figures import FRONT, PAGE, with_figures, with_trays
from stbpi.tray.profile import load_profile, profile_names
from stbpi.tray.wiring import is_wired

HERE = Path(__file__).parent
FOLDER = HERE / "profiles"


def shipped() -> list[str]:
    """The shipped profiles that have something to solder."""
    return [name for name in profile_names() if is_wired(load_profile(name))]


def papers(circuit: Circuit) -> dict[str, str]:
    """The files of a tray by their names: everything that needs no other program to be made."""
    sheets = schematic(circuit)
    found = {
        f"schematic-{n}.svg": sheet_svg(s, f"{circuit.name}, sheet {n}") for n, s in enumerate(sheets, 1)
    }
    return found | {
        "netlist.net": netlist(circuit),
        "parts.csv": parts_csv(circuit),
        "harness.yml": harness(circuit),
        "README.md": page(circuit, len(sheets)),
    }


def write(circuit: Circuit, folder: Path) -> list[Path]:
    """Write the papers of a tray; gives those that changed."""
    folder.mkdir(parents=True, exist_ok=True)
    made = papers(circuit)
    for old in folder.glob("schematic-*.svg"):
        if old.name not in made:
            old.unlink()
    changed = []
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def main(words: list[str] | None = None) -> int:
    """Write the papers of every shipped profile, or of those that are named. 1 where a rule is broken."""
    parser = argparse.ArgumentParser(prog="python -m hardware", description=__doc__)
    parser.add_argument(
        "profile", nargs="*", help="a shipped profile or a file; without, all that are shipped"
    )
    parser.add_argument("--into", type=Path, default=FOLDER, help="the folder that gets a folder for each")
    parser.add_argument(
        "--cables", action="store_true", help="draw the cables, too; needs WireViz and graphviz"
    )
    chosen = parser.parse_args(words)
    broken = 0
    if not chosen.profile:
        circuits = [compose(load_profile(name)) for name in shipped()]
        for page_file, made in ((PAGE, with_figures), (FRONT, with_trays)):
            page_file.write_text(made(page_file.read_text(encoding="utf-8"), circuits), encoding="utf-8")
    for name in chosen.profile or shipped():
        circuit = compose(load_profile(name))
        for sentence in check(circuit):
            broken = 1
            sys.stderr.write(f"{circuit.name}: {sentence}\n")
        folder = chosen.into / circuit.name
        changed = write(circuit, folder)
        if chosen.cables:
            from hardware.cables import draw

            changed += draw(folder)
        sys.stdout.write(
            f"{circuit.name}: wiring {circuit.stamp}, {len(changed)} files changed in {folder}\n"
        )
    return broken


if __name__ == "__main__":
    sys.exit(main())
