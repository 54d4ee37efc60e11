"""Every wire of the cable plans joins what the netlist joins, and every cable is as long as its way around the tray."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from math import ceil
from pathlib import Path

import pytest

from hardware.__main__ import FOLDER, shipped
from hardware.circuit.reading import read_netlist
from stbpi.tray.profile import load_profile

PAGE = Path(__file__).parents[2] / "hardware/enclosure/cutting-list.md"
LAMP_GROUND = "GND (lamp)"


def read(text: str):
    """A plan as WireViz reads it, of the few forms that are written: what is at plugs, cables, what is joined."""
    parts = {"connectors": defaultdict(dict), "cables": defaultdict(dict)}
    joined, kind, name = [], "", ""
    for line in text.splitlines()[1:]:
        depth, words = len(line) - len(line.lstrip()), line.strip()
        if depth == 4 and words.startswith("- "):
            if not joined or len(joined[-1]) == 3:
                joined.append([])
            joined[-1].append(next(iter(json.loads(words[2:]).items())))
        elif words.startswith('"'):
            key, _, value = words.partition('": ') if not words.endswith('":') else (words[:-2], "", "")
            key = key.strip('"')
            if depth == 0:
                kind = key
            elif depth == 2 and not value:
                name = key
            elif depth == 4 and kind in parts:
                parts[kind][name][key] = json.loads(value)
    return parts["connectors"], parts["cables"], joined


@pytest.fixture(scope="module", params=shipped())
def plan(request):
    folder = Path(FOLDER) / request.param
    netlist = read_netlist((folder / "netlist.net").read_text(encoding="utf-8"))
    return request.param, netlist, *read((folder / "harness.yml").read_text(encoding="utf-8"))


def net_there(netlist, plugs, plug: str, pin) -> str:
    """The net that an end of a wire has to be on, by the netlist: a pin of a plug, or a lug of a switch or a lamp."""
    if plug == "Raspberry Pi":
        return netlist.net_at("J1", str(pin))
    if found := re.match(r"(?:strip of .*\()?(J\d+)\b", plug):
        return netlist.net_at(found[1], str(pin))
    if found := re.match(r"(DS\d+) ", plug):
        numbers = netlist.parts["screen"]
        return netlist.net_at(found[1], next(n for n, (name, _) in numbers.items() if name == pin))
    if found := re.match(r"(SW\d+|D\d+) (NO|NC|COM|A|K)\b", str(pin)):
        legs = {"A": "2", "K": "1"}
        return netlist.net_at(found[1], legs.get(found[2], found[2]))
    if pin in ("COM of all switches", "rings of all diodes"):
        place = re.search(r"side \d+", plug)[0]
        kind, leg = ("switch", "COM") if pin.startswith("COM") else ("diode", "1")
        refs = [
            r for r, about in netlist.components.items() if (about["part"], about["place"]) == (kind, place)
        ]
        [net] = {netlist.net_at(ref, leg) for ref in refs}
        return net
    assert plug.startswith("pads of side "), (plug, pin)
    return "GND" if pin == LAMP_GROUND else pin


def test_every_wire_joins_what_the_netlist_joins(plan):
    _, netlist, plugs, _, joined = plan
    ends = set()
    for (one, pins), (_, wires), (other, others) in joined:
        assert len(pins) == len(wires) == len(others)
        for pin, there in zip(pins, others, strict=True):
            nets = [net_there(netlist, plugs, *end) for end in ((one, pin), (other, there))]
            assert nets[0] == nets[1] != "", f"{one} {pin} is joined to {other} {there}"
            ends |= {(one, pin), (other, there)}
    for plug, found in plugs.items():
        for pin, label in zip(found["pins"], found.get("pinlabels", []), strict=False):
            if plug != "Raspberry Pi":
                assert label in ("", net_there(netlist, plugs, plug, pin)), (
                    f"{plug} {pin} is said to be {label}"
                )
    switches = {re.match(r"SW\d+", str(pin))[0] for _, pin in ends if str(pin).startswith("SW")}
    assert switches == {ref for ref, about in netlist.components.items() if about["part"] == "switch"}
    lamps = {pin.split()[0] for _, pin in ends if re.match(r"D\d+ [AK]", str(pin))}
    assert lamps == {ref for ref, about in netlist.components.items() if about["part"] == "led"}


def walls() -> dict[str, float]:
    """How long the walls of the trays of many sides are inside, m, as the cutting list has them."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^## .*\((.+)\)\n\n.*walls ([\d.]+) between", text, re.MULTILINE)
    return {name: float(wall) / 1000 for names, wall in found for name in names.split(", ")}


def test_cables_reach_around_the_tray(plan):
    """The house stands at the corner of side 1 and the last, the strip of a side at its right end."""
    name, _, _, cables, joined = plan
    count = len(load_profile(name).sides)
    for (one, _), (cable, _), (other, _) in joined:
        place = re.search(r"side (\d+)", f"{one} {other}")
        screen = re.match(r"DS(\d+) ", other)
        if cable.endswith("a") or not (place or screen):
            continue
        metres = float(re.match(r"([\d.]+) m$", cables[cable]["notes"])[1])
        number = int(place[1]) if place else load_profile(name).displays[int(screen[1]) - 1].side
        if number is None or count == 1:
            assert 0.3 <= metres <= 0.5
            continue
        number += 0 if place else 1
        way = min(number - 1, count - number + 1) * walls()[name]
        assert way + 0.25 <= metres <= way + 0.45, f"{cable} to side {number}"


def test_as_much_ribbon_is_bought_as_the_plan_has(plan):
    name, _, _, cables, _ = plan
    metres = sum(float(c["notes"].split()[0]) for c in cables.values() if c["type"] == "ribbon, 16 wires")
    with (Path(FOLDER) / name / "parts.csv").open(encoding="utf-8", newline="") as file:
        bought = [line for line in csv.DictReader(file) if "16 wires" in line["part"]]
    assert sum(int(line["quantity"]) for line in bought) == ceil(round(metres, 3))
