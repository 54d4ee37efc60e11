"""Whether the parts and boards of whole trays fit, asked of OpenSCAD; and that it sees where they would not."""

from __future__ import annotations

import shutil
import struct

import pytest

from hardware.enclosure import openscad
from hardware.enclosure.__main__ import main
from hardware.enclosure.openscad import PARTS, TOUCHING, TRAY_QUESTIONS, in_the_way
from hardware.enclosure.trays import shapes

pytestmark = [
    pytest.mark.hardware,
    pytest.mark.skipif(
        shutil.which("openscad") is None, reason="there is no openscad: apt-get install openscad"
    ),
]
BUILT = ("1x9", "4x10", "6x12")
"""One of each number of sides, and the one with a screen on every side."""


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("question", TRAY_QUESTIONS)
def test_nothing_of_a_tray_is_in_the_way_of_anything(question, name, tmp_path):
    assert not in_the_way(question, tmp_path / "common.stl", shapes()[name].measures)


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("question", TOUCHING)
def test_there_is_no_gap_where_boards_meet(question, name, tmp_path):
    assert in_the_way(question, tmp_path / "common.stl", shapes()[name].measures)


def with_change(old: str, new: str, tmp_path, monkeypatch) -> None:
    """The same parts with one thing in them built otherwise."""
    count = 0
    for path in openscad.HERE.glob("*.scad"):
        text = path.read_text(encoding="utf-8")
        count += text.count(old)
        (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    assert count, f"{old} is nowhere"
    monkeypatch.setattr(openscad, "HERE", tmp_path)


INSIDE = (
    "polygon([[0, 0], [200, 0], 200 * [1 + cos(corner), sin(corner)], 200 * [cos(corner), sin(corner)]]);"
)


@pytest.mark.parametrize(
    ("question", "name", "old", "new"),
    [
        ("flap and corner", "1x9", INSIDE, ""),
        ("rail and corner", "1x9", INSIDE, ""),
        ("flap and wall", "1x9", "+ 2 * (post + 3);", "- 12;"),
        ("fence and fence", "4x10", "fence_long = row + 2 * wood * tan(mitre);", "fence_long = row + 40;"),
        ("rail and wall", "6x12", "front = -flap_length - 3;", "front = -flap_length;"),
        ("panel and button", "1x9", "cylinder(d = 26, h = wood + 2)", "cylinder(d = 25, h = wood + 2)"),
        ("panel and bezel", "1x9", "cube([sleeve[0] + 0.4,", "cube([sleeve[0] - 1,"),
        ("house and contents", "1x9", "? 112 : 144;", "? 70 : 144;"),
        (
            "lead and house",
            "1x9",
            "translate([supply_at, -house_y - 1, 14])",
            "translate([supply_at, -house_y - 1, 30])",
        ),
        ("lead and contents", "1x9", "supply_at = 132;", "supply_at = 155;"),
        (
            "plugs and contents",
            "1x9",
            "pi_at[1] + y - 5.5, 4]) cube([40,",
            "pi_at[1] + y - 5.5, 4]) cube([120,",
        ),
        ("bezel and screws", "1x9", "- screw_long])", "- 8])"),
        ("bezel and screws", "4x10", "- screw_long])", "- 8])"),
        ("bezel and screws", "4x10", "cylinder(d = 1.7, h = bore + 1", "cylinder(d = 1.4, h = bore + 1"),
        ("corner board and bezel", "4x10", "cube([sleeve[0] + 0.4,", "cube([sleeve[0] - 1,"),
        ("screws and bracket", "1x9", "line_height + z])", "line_height + 2 + z])"),
        ("screws and bracket", "1x9", "start + first_hole + y, line_height", "start + 6 + y, line_height"),
    ],
)
def test_what_would_be_in_the_way_is_found(question, name, old, new, tmp_path, monkeypatch):
    with_change(old, new, tmp_path, monkeypatch)
    assert in_the_way(question, tmp_path / "common.stl", shapes()[name].measures)


@pytest.mark.parametrize(
    ("question", "name", "old", "new"),
    [
        ("wall touches floor", "1x9", "translate([inset, -wood, 0])", "translate([inset, -wood, 3])"),
        ("wall touches corner", "1x9", "translate([inset, -wood, 0])", "translate([inset + 1, -wood, 0])"),
    ],
)
def test_a_gap_is_found(question, name, old, new, tmp_path, monkeypatch):
    with_change(old, new, tmp_path, monkeypatch)
    assert not in_the_way(question, tmp_path / "common.stl", shapes()[name].measures)


def test_a_switchs_slots_are_as_far_below_the_closed_flap_as_its_data_sheet_wants(tmp_path):
    openscad.stl("switch-bracket", tmp_path / "part.stl")
    faces = (tmp_path / "part.stl").read_bytes()[84:]
    corners = [face[n : n + 3] for face in struct.iter_unpack("<12fH", faces) for n in (3, 6, 9)]
    # The wall's slots are the only round things in it above the foot's plate and gussets that go through x = 0.
    rims = [z for x, y, z in corners if abs(x) < 1e-4 and -24.5 < y < -6.5 and 8 < z < 17.5]
    closed_flap, data_sheet, adjustable = 22.0, 8.2, 1.2
    assert (min(rims) + max(rims)) / 2 == pytest.approx(closed_flap - data_sheet, abs=0.05)
    assert max(rims) - min(rims) == pytest.approx(2 * adjustable + 2.6, abs=0.05)


@pytest.mark.parametrize("screen", ["0.96", "1.3"])
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("screw_long", 8, "out of the bezel"),
        ("screw_long", 3, "too short"),
        ("closed", 0.4, "would be touched"),
    ],
)
def test_a_screw_that_does_not_fit_its_bore_is_refused(name, value, words, screen, tmp_path):
    with pytest.raises(openscad.OpenScadError, match=words):
        openscad.sizes({"screen": screen, name: value}, tmp_path)


@pytest.mark.parametrize(
    "question", ["house and contents", "lead and house", "plugs and contents", "lead and contents"]
)
@pytest.mark.parametrize("name", ["1x9", "6x12"])
def test_a_large_pi_has_room_in_the_house_made_for_it(question, name, tmp_path):
    assert not in_the_way(question, tmp_path / "common.stl", {**shapes()[name].measures, "pi": "large"})


def test_a_large_pi_has_no_room_in_the_house_of_a_small_one(tmp_path):
    measures = {**shapes()["1x9"].measures, "pi": "large", "house_deep": 112}
    assert in_the_way("house and contents", tmp_path / "common.stl", measures)


def test_every_shipped_tray_gets_its_parts(tmp_path, monkeypatch):
    """Which files, without the minutes OpenSCAD takes for all of them: a part is a note of what was asked."""
    asked = []

    def note(part, into, measures):
        asked.append((part, dict(measures)))
        into.write_text(f"{part} {measures.get('numbers', 1)} {measures['sides']} {measures['screen']}")

    monkeypatch.setattr("hardware.enclosure.__main__.stl", note)
    monkeypatch.setattr("hardware.enclosure.__main__._keep", lambda: None)
    assert main(["--into", str(tmp_path)]) == 0
    folders = {path.name: path for path in tmp_path.iterdir()}
    for shape in shapes().values():
        for profile in shape.profiles:
            flaps = {f"flap-{n}.stl" for n in range(2, shape.measures["flaps"] + 1)}
            wanted = {*(f"{part}.stl" for part in PARTS), *flaps, "cutting-list.md"}
            assert {path.name for path in folders[profile].iterdir()} == wanted
            assert f"({profile})" in (folders[profile] / "cutting-list.md").read_text(encoding="utf-8")
    assert (folders["mcp23017-4x10"] / "bezel.stl").read_text().endswith("1.3")
    assert " 6 " in (folders["scanner-6x12"] / "box-corner.stl").read_text()
    assert " 4 " in (folders["matrix-4x12"] / "box-corner.stl").read_text()
    assert len(asked) == len(PARTS) + 11 + 3, "a part that trays have in common is made once"
