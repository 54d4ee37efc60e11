"""What the way through the kernel and the pin library takes, beside the simulated tray on the same emulated machine."""

from __future__ import annotations

import json

import pytest

from tests.bench.figures import Figure, Spread, table
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
        print("\n\n" + table("kernel, emulated", list(_figures(spreads))))  # noqa: T201 - it is a report
    for (tray, what), spread in spreads.items():
        assert spread.samples >= SAMPLES, (tray, what)
    # Later than the next full look at the levels, and the edges have not been heard.
    assert spreads["kernel", "heard"].worst < 250
    assert min(found["kernel"]["heard"]) > 0, "stamped by another clock than the loop's"


def _figures(spreads: dict[tuple[str, str], Spread]) -> list[Figure]:
    said = {
        "heard": "the kernel's stamp of an edge to the loop",
        "prompt": "edge and debounce window to the prompt",
    }
    return [
        Figure(f"{what}_{name}", f"{said[what]}, {name}", value(kernel), "ms", plain=value(simulated))
        for what in said
        for kernel, simulated in [(spreads["kernel", what], spreads["simulated", what])]
        for name, value in [("median", lambda one: one.median), ("worst", lambda one: one.worst)]
    ]
