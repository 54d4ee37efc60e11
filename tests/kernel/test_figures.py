"""What the way through the kernel and the pin library takes, beside the simulated tray on the same emulated machine."""

from __future__ import annotations

import json

import pytest

from stbpi.tray.reader import FULL_READ_S
from tests.bench.figures import Figure, Spread, table
from tests.bench.road import Kind
from tests.kernel.kit import KEPT
from tests.kernel.machine import Machine

SAMPLES = 40
FOUND = KEPT / "figures.json"


def test_from_the_kernels_stamp_of_an_edge_to_the_prompt(
    pi: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    found = pi.call("measure", arguments=[str(SAMPLES)], within_s=300)
    FOUND.write_text(json.dumps(found), encoding="utf-8")
    spreads = {
        (tray, what): Spread.of(samples) for tray, both in found.items() for what, samples in both.items()
    }
    with capsys.disabled():
        print("\n\n" + table("kernel, emulated (plain: the simulated tray)", list(_figures(spreads))))  # noqa: T201 - it is a report
    assert spreads["kernel", "heard"].samples >= SAMPLES
    # Later than the next full look at the levels, and the edges have not been heard.
    assert spreads["kernel", "heard"].worst < FULL_READ_S * 1000
    assert min(found["kernel"]["heard"]) > 0, "stamped by another clock than the loop's"


def _figures(spreads: dict[tuple[str, str], Spread]) -> list[Figure]:
    said = {
        "heard": "the kernel's stamp of an edge to the loop",
        **{kind.name.lower(): f"{kind.value}, from that to the prompt" for kind in Kind},
    }
    return [
        Figure(
            what,
            f"{text}, median",
            spreads["kernel", what].median,
            "ms",
            plain=spreads["simulated", what].median,
        )
        for what, text in said.items()
    ]
