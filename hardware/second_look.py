"""The electrical rules of SKiDL on a netlist that was written: a second opinion, by a program that knows nothing of
trays. Needs the packages of make hardware.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from hardware.circuit.reading import Netlist, read_netlist

FUNCTIONS = {
    "input": "INPUT",
    "output": "OUTPUT",
    "bidirectional": "BIDIR",
    "tri_state": "TRISTATE",
    "open_collector": "OPENCOLL",
    "passive": "PASSIVE",
    "power_in": "PWRIN",
    "power_out": "PWROUT",
    "no_connect": "NOCONNECT",
}
"""KiCad's types by SKiDL's names."""


def second_look(text: str) -> list[str]:
    """What SKiDL's rules find wrong in a netlist, errors and warnings alike."""
    found = read_netlist(text)
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        # SKiDL leaves its reports where it is run.
        os.chdir(folder)
        try:
            # It also tells at length which libraries of KiCad it has not found, and needs none of them.
            with redirect_stderr(StringIO()), redirect_stdout(StringIO()):
                return _look(found)
        finally:
            os.chdir(before)


def _look(found: Netlist) -> list[str]:
    import logging

    import skidl

    said: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.WARNING:
                said.append(re.sub(r" @ \[.*", "", record.getMessage()))

    circuit = skidl.Circuit()
    parts = {}
    for ref, about in found.components.items():
        # A part with pins of its own, since the header's types are not those of every box header.
        pins = [
            skidl.Pin(
                num=number,
                name=name,
                func=getattr(skidl.Pin.types, FUNCTIONS[_type(found, ref, number, kind)]),
            )
            for number, (name, kind) in found.parts[about["part"]].items()
        ]
        parts[ref] = skidl.Part(
            tool=skidl.SKIDL, name=about["part"], ref_prefix=ref[0], ref=ref, value=about["value"],
            footprint="x:y", pins=pins, circuit=circuit,
        )  # fmt: skip
    joined = set()
    for name, nodes in found.nets.items():
        net = skidl.Net(name, circuit=circuit)
        # GND is fed from the Pi's header, which KiCad calls a pin that takes power.
        if name == "GND":
            net.drive = skidl.POWER
        for ref, pin, _, _ in nodes:
            net += parts[ref].p[pin]
            joined.add((ref, pin))
    free = circuit.NC
    for ref, part in parts.items():
        for pin in part.pins:
            if (ref, str(pin.num)) not in joined:
                free += pin
    listener = Listener()
    logger = skidl.logger.erc_logger
    logger.addHandler(listener)
    try:
        circuit.ERC()
    finally:
        logger.removeHandler(listener)
    return said


def _type(found: Netlist, ref: str, number: str, otherwise: str) -> str:
    for nodes in found.nets.values():
        for node in nodes:
            if node[:2] == (ref, number):
                return node[3]
    return otherwise


def main(files: list[str]) -> int:
    """Look at these netlists; 1 where something is wrong with one of them."""
    wrong = 0
    for name in files:
        for sentence in second_look(Path(name).read_text(encoding="utf-8")):
            wrong = 1
            sys.stdout.write(f"{name}: {sentence}\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
