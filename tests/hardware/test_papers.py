"""The papers of every tray are those of its profile; whoever moves a pin has other papers."""

from __future__ import annotations

import csv
import json
import re
import shutil
import tomllib
from collections import Counter
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from hardware.__main__ import FOLDER, main, papers, shipped
from hardware.cables import is_current
from hardware.circuit.checks import check
from hardware.circuit.compose import compose
from hardware.circuit.currents import PF_PER_M, bus_figures, low_levels, nano_ma, pins_ma
from hardware.circuit.lengths import cable_m, sides
from hardware.circuit.reading import read_netlist
from hardware.circuit.schematic import schematic
from hardware.enclosure.__main__ import NOTE, stale
from hardware.enclosure.openscad import mark
from hardware.figures import FRONT, PAGE, with_figures, with_trays
from stbpi.tray.profile import load_profile
from stbpi.tray.wiring import wiring_markdown

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(path for path in (ROOT / "hardware").rglob("*.md"))


@pytest.fixture(scope="module", params=shipped())
def name(request):
    return request.param


@pytest.fixture(scope="module")
def circuit(name):
    return compose(load_profile(name))


def test_the_papers_are_what_the_profile_says(circuit):
    folder = Path(FOLDER) / circuit.name
    made = papers(circuit)
    for file, text in made.items():
        assert (folder / file).read_text(encoding="utf-8") == text, (
            f"{circuit.name}/{file}: run make hardware"
        )
    assert {path.name for path in folder.iterdir()} == {*made, "harness.svg"}


def test_the_cables_were_drawn_from_what_is_written(name):
    assert is_current(Path(FOLDER) / name), f"{name}/harness.svg: run make hardware"


def test_cables_that_say_something_else_are_noticed(name, tmp_path):
    for file in ("harness.yml", "harness.svg"):
        shutil.copy(Path(FOLDER) / name / file, tmp_path)
    drawing = tmp_path / "harness.svg"
    text = drawing.read_text(encoding="utf-8")
    assert is_current(tmp_path)
    drawing.write_text(text.replace("ribbon, 40 wires", "ribbon, 26 wires", 1), encoding="utf-8")
    assert text != drawing.read_text(encoding="utf-8")
    assert not is_current(tmp_path)


def test_the_pictures_of_the_parts_were_drawn_from_what_is_written():
    assert stale(NOTE) == "", "run make hardware"
    cuts = (ROOT / "hardware/enclosure/cutting-list.md").read_text(encoding="utf-8")
    assert mark() in cuts, "run make hardware"


def test_a_picture_or_a_figure_that_is_another_is_noticed(tmp_path):
    note = json.loads(NOTE.read_text(encoding="utf-8"))
    for file in ("flap.png", "dimensions-1x9.svg", "cutting-list.md"):
        other = {**note, "files": {**note["files"], file: "0" * 16}}
        (tmp_path / "note.json").write_text(json.dumps(other), encoding="utf-8")
        assert stale(tmp_path / "note.json") == f"changed by hand or not made: {file}"


def test_there_are_papers_for_every_tray_that_is_wired_and_no_other():
    assert sorted(path.name for path in Path(FOLDER).iterdir()) == shipped()


def test_the_figures_of_the_pages_are_computed():
    circuits = [compose(load_profile(name)) for name in shipped()]
    for page, made in ((PAGE, with_figures), (FRONT, with_trays)):
        text = page.read_text(encoding="utf-8")
        assert made(text, circuits) == text, f"{page.name}: run make hardware"
    assert all(f"| [{circuit.name}](" in FRONT.read_text(encoding="utf-8") for circuit in circuits)


def test_no_rule_is_broken(circuit):
    assert check(circuit) == []


def test_every_part_and_net_is_on_a_sheet_and_no_word_covers_another(circuit):
    sheets = schematic(circuit)
    words = {word[4] for sheet in sheets for word in sheet.words}
    text = " ".join(words)
    for ref in circuit.components:
        if not ref.startswith(("C", "RN")):
            assert re.search(rf"\b{ref}\b", text), f"{ref} is on no sheet"
    for net in circuit.nets():
        assert net in words or net in text
    assert [pair for sheet in sheets for pair in sheet.overlaps()] == []
    assert all(word[0] >= 0 for sheet in sheets for word in sheet.words)


def test_what_reads_a_switch_is_drawn_in_its_row(circuit):
    """The net at the pin, the wire, the resistors and the switch: what stands beside each other is joined."""
    for sheet in schematic(circuit):
        rows = [(top, left, words) for left, top, _, _, words in sheet.words]
        for top, left, words in rows:
            if not (found := re.match(r"(SW\d+) ", words)):
                continue
            beside = {word for y, x, word in rows if abs(y - top) < 7 and 0 < left - x < 300}
            near = {word for y, x, word in rows if -25 < y - top < 7 and 0 < left - x < 300}
            switch = circuit.components[found[1]]
            line = next(net for pin, net in switch.nets.items() if pin != "COM")
            if line.startswith("COL"):
                [diode] = [part for part, _ in circuit.at(switch.nets["COM"]) if part.part.key == "diode"]
                assert {line, diode.nets["1"]} <= beside
                assert {switch.nets["COM"], f"{diode.ref} {diode.value}"} <= near
                continue
            reader, ref = next(iter(read_by(circuit, line)))
            assert reader in beside
            assert {line, ref} <= near


def read_by(circuit, line):
    """The net at the pin that reads a wire, and the resistor between as a sheet names it."""
    for part, pin in circuit.at(line):
        if part.part.key == "series":
            first = int(pin) - 1 + int(pin) % 2
            other = str(first + 1 if int(pin) == first else first)
            yield part.nets[other], f"{part.ref}.{first}"
        elif part.part.key == "resistor" and not {"+3V3", "SCAN_5V"} & set(part.nets.values()):
            yield next(net for net in part.nets.values() if net != line), part.ref


def test_what_may_be_turned_or_confused_is_marked_on_the_sheets(circuit):
    sheets = [[word[4] for word in sheet.words] for sheet in schematic(circuit)]
    assert {"C", "B", "E"} <= set(sheets[0])
    plus = sum(words.count("+") + sum(word.count(", + at ") for word in words) for words in sheets)
    assert plus == len(circuit.of("bulk", "buzzer"))
    told = [word for words in sheets for word in words if re.match(r"(NO|NC); COM to ", word)]
    assert len(told) == len(circuit.of("switch"))


def test_it_is_drawn_which_way_the_scanner_lies():
    """The USB socket of a Nano is between D12 and D13, and must look to the Pi."""
    words = schematic(compose(load_profile("scanner-6x12")))[1].words
    last = max(word[1] for word in words if re.search(r"\bD1[23]\b", word[4]))
    [socket] = [word for word in words if "its USB socket is at this end" in word[4]]
    assert 0 < socket[1] - last < 60
    assert "turn it to the Pi" in socket[4]


def test_it_is_said_on_which_board_each_end_of_a_bus_cable_is():
    words = [word[4] for sheet in schematic(compose(load_profile("mcp23017-4x10"))) for word in sheet.words]
    assert [w for w in words if w.startswith("side 1; ")] == [
        "side 1; J2 (1x6) main board, J3 (1x6) at the side"
    ]


def test_the_list_has_every_part_once_and_adds_up(circuit):
    with (Path(FOLDER) / circuit.name / "parts.csv").open(encoding="utf-8", newline="") as file:
        *lines, last = csv.DictReader(file)
    refs = [ref for line in lines for ref in spelled_out(line["refs"])]
    assert sorted(refs) == sorted(circuit.components)
    for line in lines:
        assert line["part number"]
        assert line["or"] not in ("", line["part number"])
        assert float(line["all, EUR"]) == pytest.approx(int(line["quantity"]) * float(line["each, EUR"]))
        if line["refs"]:
            assert int(line["quantity"]) == len(spelled_out(line["refs"]))
    assert float(last["all, EUR"]) == pytest.approx(sum(float(line["all, EUR"]) for line in lines))


def test_what_hangs_on_the_netlist_is_bought_with_it(name):
    """Counted from the netlist's file, not by what makes the list."""
    netlist = read_netlist((Path(FOLDER) / name / "netlist.net").read_text(encoding="utf-8"))
    have = Counter(about["part"] for about in netlist.components.values())
    with (Path(FOLDER) / name / "parts.csv").open(encoding="utf-8", newline="") as file:
        lines = [line for line in csv.DictReader(file) if not line["refs"]]
    bought = Counter()
    for line in lines[:-1]:
        if "16 wires" not in line["part"]:  # by the metre: see test_cables.py
            bought[line["part"].split(",")[0], line["package"]] += int(line["quantity"])
    buttons = sum(a["part"] == "switch" and "button" in a["what"] for a in netlist.components.values())
    plugs = {pins: have[f"plug-{pins}"] for pins in (2, 4, 6)}
    contacts = sum(pins * count for pins, count in plugs.items())
    metres = 0.25 * (have["switch"] - buttons) + 4 * 0.3 * have["screen"] + 6 * 0.3 * have["mcp23017"]
    assert bought.pop(("contact for a housing", "-")) >= contacts
    assert 10 * bought.pop(("wire", "-")) >= metres
    joints = sum(have[kind] * legs for kind, legs in (("pull-ups", 9), ("series", 8), ("resistor", 2)))
    solid = bought.pop(("solid wire for the boards themselves", "-"))
    assert 10 * solid >= 0.03 * joints > 10 * (solid - 3), "to every leg, and no drum of it"
    assert bought == Counter(
        {
            ("Raspberry Pi with its header", "-"): 1,
            ("power supply", "-"): 1,
            ("microSD card for continuous writing", "-"): 1,
            ("socket for a ribbon", "2x20"): 2 * have["box-40"],
            ("ribbon", "-"): have["box-40"],
            ("perforated board", "-"): 1 + bool(have["box-16"]) + have["mcp23017"] // 2,
            ("sleeve with a screw for wood: under Pi", "-"): 8 + 4 * have["mcp23017"] + 2 * have["box-16"],
            ("socket for a ribbon", "2x8"): 2 * have["box-16"],
            ("terminal strip under a side", "2x8"): have["box-16"],
            **{("housing of a plug", f"1x{pins}"): count for pins, count in plugs.items()},
            ("screws with nuts", "-"): 2 * have["switch"],
            ("screw", "-"): buttons,
            ("spring of a button", "-"): buttons,
            ("socket strip for the Nano", "1x15"): 2 * have["nano"],
            ("USB cable from the Nano to the Pi", "-"): have["nano"],
            ("USB OTG adapter", "-"): have["nano"],
            ("socket for a chip", "DIP-16"): have["hc165"],
            ("socket for a chip", "DIP-28, narrow"): have["mcp23017"],
        }
    )


def test_both_ends_of_every_bus_cable_are_on_the_netlist():
    circuit = compose(load_profile("mcp23017-4x10"))
    ends = circuit.of("plug-6")
    assert [part.place for part in ends] == [
        "board",
        "side 1",
        "board",
        "side 2",
        "board",
        "side 3",
        "board",
        "side 4",
    ]
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        assert one.nets == other.nets
        assert set(one.nets) == set("123456")


def test_what_is_said_of_grids_is_so():
    """With the chips' own pull-ups beside the board's, which make a closed switch read higher."""
    reasons = PAGE.read_text(encoding="utf-8")
    matrix, scanner = (compose(load_profile(name)) for name in ("matrix-4x12", "scanner-6x12"))
    assert f"make {low_levels(matrix)[-1].volts:.2f} V, and up to 0.8 V is low" in reasons
    [row] = [current for name, current in pins_ma(matrix).items() if "rows" in name]
    assert 4.3 < row < 4.5
    assert "1.05 V are at a closed switch" in reasons
    assert f"{low_levels(scanner)[-1].volts:.2f}" == "1.05"
    assert reasons.count(f"{nano_ma(scanner):.0f} mA.") == 1
    ribbons = [sum(cable_m(c, f"side {n}") for n in range(1, sides(c) + 1)) for c in (matrix, scanner)]
    assert f"The {ribbons[0]:.1f} m of ribbon to four sides are {ribbons[0] * PF_PER_M:.0f} pF" in reasons
    assert f"{ribbons[1] * PF_PER_M:.0f} pF of {ribbons[1]:.1f} m of ribbon" in reasons
    longest = max(cable_m(matrix, f"side {number}") for number in range(1, 5))
    assert f"The longest ribbon, {longest:.1f} m, gives" in reasons
    assert f"the Nano takes {nano_ma(scanner):.0f}." in reasons


def test_what_is_said_of_buses_and_screens_is_so():
    circuit = compose(load_profile("mcp23017-4x10"))
    bus = next(bus for bus in bus_figures(circuit) if bus.name == "I2C1")
    reasons = PAGE.read_text(encoding="utf-8")
    assert f"makes {bus.pf:.0f} pF on bus 1, which rise in {bus.rise_ns:.0f} ns" in reasons
    lengths = [cable_m(circuit, f"side {number}") for number in range(1, 5)]
    assert lengths == pytest.approx([0.3, 0.9, 1.4, 0.9])
    for said in ("0.3 m from the house to side 1", "0.9 m to sides 2 and 4", "1.4 m to side 3"):
        assert said in reasons.replace("\n", " ")
    told = papers(circuit)
    for number, screen in enumerate(circuit.of("screen"), 1):
        moved = screen.what.endswith("0x3D")
        assert (
            f"{screen.what}: move" in told["README.md"] or f"{screen.what}; " in told["README.md"]
        ) == moved
        assert moved == (number % 2 == 0)
    assert told["harness.yml"].count("its address moved from 0x3C") == 2
    assert "move the resistor" not in papers(compose(load_profile("direct-9")))["README.md"]


def spelled_out(refs: str) -> list[str]:
    found = []
    for word in refs.split():
        first, _, last = word.partition("-")
        letters, low = re.match(r"([A-Z]+)(\d+)", first).groups()
        high = int(re.search(r"\d+", last)[0]) if last else int(low)
        found += [f"{letters}{number}" for number in range(int(low), high + 1)]
    return found


def shifted(name: str, old: str, new: str, tmp_path: Path) -> Path:
    """A shipped profile with one line changed, under its own name."""
    text = resources.files("stbpi.tray").joinpath(f"profiles/{name}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, old)
    path = tmp_path / f"{name}.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    tomllib.loads(path.read_text(encoding="utf-8"))
    return path


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("direct-9", "[4, 17, 27, 22, 5,", "[17, 4, 27, 22, 5,"),
        ("direct-12", "pin = 20", "pin = 25"),
        ("hc165-4x12", '"1A", "1B"', '"1B", "1A"'),
        ("hc165-4x12", "latch = 25", "latch = 24"),
        ("matrix-4x12", "rows = [18, 23,", "rows = [23, 18,"),
        ("mcp23017-4x10", "sda = 23\nscl = 24", "sda = 25\nscl = 24"),
        ("mcp23017-4x10", 'name = "west"\nbus = 1\naddress = 0x23', 'name = "west"\nbus = 1\naddress = 0x27'),
        ("scanner-6x12", "pin = 22", "pin = 23"),
    ],
)
def test_who_moves_a_wire_has_other_papers(name, old, new, tmp_path):
    before, after = load_profile(name), load_profile(str(shifted(name, old, new, tmp_path)))
    one, other = papers(compose(before)), papers(compose(after))
    assert check(compose(after)) == []
    differ = {file for file in one if one[file] != other.get(file)}
    assert {"netlist.net", "parts.csv", "harness.yml", "README.md", "schematic-1.svg"} <= differ
    assert wiring_markdown(before) != wiring_markdown(after)


def test_a_part_more_is_on_the_list():
    profile = load_profile("direct-9")
    fewer = replace(profile, lamps=())
    assert "LED, red" in papers(compose(profile))["parts.csv"]
    assert "LED, red" not in papers(compose(fewer))["parts.csv"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_link_leads_somewhere(document):
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
        if not link.startswith(("http://", "https://")):
            assert (document.parent / link).exists(), f"{document.name} links to {link}, which is not there"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_commands_that_are_named_exist(document):
    text = document.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= targets
    assert set(re.findall(r"stbpi stbpi ([a-z]+)", text)) <= {"doctor", "service"}
    for file in re.findall(r"`((?:hardware|enclosure|circuit)/[\w/.-]+)`", text):
        assert (ROOT / file).exists() or (ROOT / "hardware" / file).exists(), f"{document.name} names {file}"


def test_a_tray_of_ones_own_gets_papers_too(tmp_path, capsys):
    profile = tmp_path / "pub.toml"
    profile.write_text(
        'title = "Three flaps, worn by hands"\n[[side]]\nflaps = [1, 2, 3]\npins = [17, 27, 22]\nmade_when = "raised"\n'
        '[[button]]\nrole = "dice"\npin = 16\n[buzzer]\npin = 21\nkind = "passive"\n'
        '[[lamp]]\nrole = "turn"\nside = 1\npin = 5\n[[i2c]]\nbus = 7\n[[display]]\ndriver = "ssd1309"\nbus = 7\n',
        encoding="utf-8",
    )
    assert main([str(profile), "--into", str(tmp_path / "made")]) == 0
    assert "pub: wiring" in capsys.readouterr().out
    netlist = (tmp_path / "made/pub/netlist.net").read_text(encoding="utf-8")
    assert '(pin "NC")' in netlist
    assert "PS1240P02BT" in (tmp_path / "made/pub/parts.csv").read_text(encoding="utf-8")
