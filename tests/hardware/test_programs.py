"""What hardware/ holds, looked at by other programs: SKiDL's electrical rules, WireViz, OpenSCAD and trimesh."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.__main__ import FOLDER, shipped
from hardware.cables import draw
from hardware.circuit.compose import compose
from hardware.circuit.reading import read_netlist
from hardware.enclosure.__main__ import main, papers
from hardware.enclosure.boards import boards
from hardware.enclosure.cutting import GRAMS
from hardware.enclosure.dimensions import drawing
from hardware.enclosure.openscad import (
    HERE,
    PARTS,
    QUESTIONS,
    OpenScadError,
    in_the_way,
    picture,
    sizes,
    stl,
    volume,
)
from hardware.enclosure.trays import shapes
from stbpi.tray.profile import load_profile

pytestmark = pytest.mark.hardware
ROOT = Path(__file__).parents[2]
PRINTER_MM = 220
"""The bed of a usual printer."""


def needed(program: str, package: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}: apt-get install {package}")


@pytest.fixture
def openscad():
    needed("openscad", "openscad")


def second_look(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "-m", "hardware.second_look", *map(str, files)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_skidl_finds_no_fault_in_any_netlist():
    done = second_look(*(Path(FOLDER) / name / "netlist.net" for name in shipped()))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (
            '(node (ref "J1") (pin "1") (pinfunction "3V3") (pintype "power_out"))',
            "Insufficient drive current",
        ),
        ('(node (ref "R21") (pin "1") (pinfunction "1") (pintype "passive"))', "Only one pin"),
    ],
)
def test_skidl_finds_what_is_missing(lost, words, tmp_path):
    text = (Path(FOLDER) / "direct-9/netlist.net").read_text(encoding="utf-8")
    assert text.count(lost) == 1
    (tmp_path / "bad.net").write_text(text.replace(lost, ""), encoding="utf-8")
    done = second_look(tmp_path / "bad.net")
    assert done.returncode == 1
    assert words in done.stdout


@pytest.mark.parametrize("name", shipped())
def test_every_footprint_is_one_of_kicads_and_has_every_pin(name):
    library = Path("/usr/share/kicad/footprints")
    if not library.is_dir():
        pytest.skip("there are no footprints of KiCad: apt-get install kicad-footprints")
    for part in compose(load_profile(name)).components.values():
        if part.part.footprint:
            folder, _, file = part.part.footprint.partition(":")
            path = library / f"{folder}.pretty" / f"{file}.kicad_mod"
            assert path.is_file(), f"{part.ref}: KiCad has no {part.part.footprint}"
            pads = set(re.findall(r'\(pad "?([^" ]+)"? ', path.read_text(encoding="utf-8")))
            assert set(part.part.pins) <= pads, f"{part.ref}: {part.part.footprint} lacks a pin"


@pytest.mark.parametrize("name", shipped())
def test_the_cables_are_drawn_as_they_are_described(name, tmp_path):
    needed("dot", "graphviz")
    folder = Path(FOLDER) / name
    shutil.copy(folder / "harness.yml", tmp_path)
    [drawn] = draw(tmp_path)
    words = [
        set(re.findall(r"<text[^>]*>([^<]*)</text>", path.read_text()))
        for path in (drawn, folder / "harness.svg")
    ]
    assert words[0] == words[1], "the drawing that is shipped says something else: run make hardware"
    netlist = read_netlist((folder / "netlist.net").read_text(encoding="utf-8"))
    switches = [ref for ref, about in netlist.components.items() if about["part"] == "switch"]
    for ref in switches:
        assert any(re.search(rf"\b{ref}\b", word) for word in words[0]), f"{ref} hangs on no cable"
    assert draw(tmp_path) == [], "drawn again although nothing changed"


@pytest.mark.parametrize("switch", ["d2sw", "d2hw"])
@pytest.mark.parametrize("part", PARTS)
def test_a_part_can_be_printed(part, switch, tmp_path, openscad):
    if switch == "d2hw" and part != "switch-bracket":
        pytest.skip("has nothing to do with the switch")
    solid(tmp_path / "part.stl", part, {"switch": switch})


@pytest.mark.parametrize("part", ["bezel", "box-corner", "hinge", "button-guide"])
def test_a_part_of_another_tray_can_be_printed(part, tmp_path, openscad):
    solid(tmp_path / "part.stl", part, {"screen": "1.3", "wood": 18, "sides": 6, "rod": 6})


@pytest.mark.parametrize("number", range(1, 13))
def test_every_flap_can_be_printed(number, tmp_path, openscad):
    solid(tmp_path / "flap.stl", "flap", {"numbers": str(number)})


def solid(path: Path, part: str, measures: dict[str, str | float]) -> None:
    """A body that is closed, one piece, and fits on a printer."""
    import trimesh

    stl(part, path, measures)
    mesh = trimesh.load(path)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 500
    assert max(mesh.extents) < PRINTER_MM
    assert pieces(mesh) == 1, "it falls apart"


@pytest.mark.parametrize("part", GRAMS)
def test_as_much_filament_is_bought_as_is_printed(part, tmp_path, openscad):
    stl(part, tmp_path / "part.stl", {})
    assert volume(tmp_path / "part.stl") / 1000 * 1.24 * 0.6 == pytest.approx(GRAMS[part], rel=0.2)


def pieces(mesh) -> int:
    """How many bodies there are: faces are one body where they share a corner."""
    above = list(range(len(mesh.vertices)))

    def top(of: int) -> int:
        while above[of] != of:
            above[of] = above[above[of]]
            of = above[of]
        return of

    for a, b, c in mesh.faces.tolist():
        above[top(a)] = top(b)
        above[top(b)] = top(c)
    return len({top(corner) for corner in range(len(above))})


@pytest.mark.parametrize("switch", ["d2sw", "d2hw"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_in_the_way_of_anything(question, switch, tmp_path, openscad):
    if switch == "d2hw" and not {"bracket", "switch"} & set(question.split()):
        pytest.skip("has nothing to do with the switch")
    assert not in_the_way(question, tmp_path / "common.stl", {"switch": switch})


@pytest.mark.parametrize(
    ("question", "measures"),
    [
        ("flap and post", {"notch": 2, "post": 5}),
        ("flap and flap", {"gap": -1}),
        ("flap and fence", {"lean": 125, "angles": "[125]"}),
        ("flap and bracket", {"shift": 12}),
        ("bracket and post", {"notch": -6, "post": 9}),
    ],
)
def test_what_is_in_the_way_is_found(question, measures, tmp_path, openscad):
    assert in_the_way(question, tmp_path / "common.stl", measures)


@pytest.mark.parametrize(
    ("measures", "words"),
    [
        ({"flap_length": 40}, "make it longer, thicker or more solid"),
        ({"press_height": 9.5}, "would not press the lever far enough"),
        ({"press_height": 7.0}, "would press the lever to its end"),
        ({"axis": 18}, "too low for the switch"),
        ({"switch": "x"}, "switch: d2sw or d2hw"),
        ({"sides": 7}, "sides: 1 to 6"),
    ],
)
def test_a_tray_that_would_not_work_is_refused(measures, words, tmp_path, openscad):
    with pytest.raises(OpenScadError, match=words):
        stl("flap", tmp_path / "flap.stl", measures)


def test_cutting_list_and_dimensions_are_those_of_the_measures(tmp_path, openscad):
    for file, text in papers(tmp_path).items():
        assert (HERE / file).read_text(encoding="utf-8") == text, f"{file}: run make hardware"


@pytest.mark.parametrize("name", shapes())
def test_the_drawings_are_legible_and_the_list_has_every_part(name, tmp_path, openscad):
    shape = shapes()[name]
    found = sizes(shape.measures, tmp_path)
    count = shape.measures["sides"] * shape.measures["flaps"]
    assert found.prints["flap"] == found.prints["switch-bracket"] == count
    assert found.prints["bezel"] == shape.measures["screens"]
    for sheet in (drawing(found, shape.title, "x"), boards(found, shape.title, "x")):
        assert sheet.overlaps() == []
        assert min(word[0] for word in sheet.words) > 0


def test_a_picture_is_drawn(tmp_path, openscad):
    needed("xvfb-run", "xvfb xauth")
    from PIL import Image

    picture("part.scad", tmp_path / "flap.png", {"part": "flap"}, "0,0,0,55,0,25,300", (320, 240))
    with Image.open(tmp_path / "flap.png") as shown:
        assert len(shown.getcolors()) > 3


def test_a_tray_of_ones_own_is_made_and_a_wrong_one_refused(tmp_path, capsys, openscad):
    words = ["--set", "sides=3", "--set", "flaps=2", "--set", "screen=1.3", "--into", str(tmp_path)]
    assert main(words) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        *(f"{part}.stl" for part in PARTS),
        "flap-2.stl",
        "cutting-list.md",
    }
    assert "3 equal edges" in (tmp_path / "cutting-list.md").read_text(encoding="utf-8")
    assert main(["--set", "flaps=40", "--into", str(tmp_path)]) == 1
    assert "flaps: 1 to 24 on a side" in capsys.readouterr().err
    assert main(["--set", "flaps", "--into", str(tmp_path)]) == 1
    assert "is not NAME=VALUE" in capsys.readouterr().err
