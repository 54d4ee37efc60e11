"""The bench's own page subject still runs; how large a figure is is no test, but for bytes."""

from __future__ import annotations

import pytest

from tests.bench.__main__ import measure
from tests.bench.size import TINY

pytestmark = [pytest.mark.browser, pytest.mark.long]

FIGURES = {
    *(f"changed_{where}_{what}" for where in ("alone", "crowd") for what in ("median", "worst", "samples")),
    *(f"first_load_{face}" for face in ("kiosk", "tray", "phone")),
}


def test_pages_are_measured_alone_and_in_a_crowd(chromium):
    said: list[str] = []
    figures = measure(["page"], TINY, said.append)["subjects"]["page"]["figures"]
    assert set(figures) >= FIGURES
    for where in ("alone", "crowd"):
        # A contact has to rest before its movement is one.
        assert 5 < figures[f"changed_{where}_median"]["value"] < 5000
        assert figures[f"changed_{where}_median"]["plain"] > 5
        assert figures[f"changed_{where}_samples"]["value"] == TINY.page_samples
    for face in ("kiosk", "tray", "phone"):
        assert 50_000 < figures[f"first_load_{face}"]["value"] <= 150_000, face
