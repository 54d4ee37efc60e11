"""From the spawn of ``stbpi run --simulate`` to its first screen and to the first answered request."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import Figure, Spread
from tests.bench.process import FIRST_SCREEN, daemon
from tests.bench.size import Size

AIM_S = 0.5

NOTHING = "pass"
PLAIN = "import gpiozero, PIL.Image, PIL.ImageFont, luma.core.interface.serial, luma.oled.device"
"""What any program with switches and an OLED imports before it can show anything."""


def start(size: Size) -> list[Figure]:
    """Median and worst of several starts, in turn with bare interpreters; the first of each only warms the disk."""
    screens, answers, bare, plain = [], [], [], []
    for number in range(size.starts + 1):
        with tempfile.TemporaryDirectory(prefix="stbpi-bench-") as name, daemon(Path(name)) as running:
            answered = running.healthy()
            screen = running.said(FIRST_SCREEN)
        nothing, imports = _interpreter(NOTHING), _interpreter(PLAIN)
        if number:
            screens.append(screen)
            answers.append(answered)
            bare.append(nothing)
            plain.append(imports)
    screen_spread, answer_spread = Spread.of(screens), Spread.of(answers)
    return [
        Figure(
            "first_screen_median",
            "spawn to first screen, median",
            screen_spread.median,
            "s",
            at_most=AIM_S,
            plain=statistics.median(plain),
            beside="plain: an interpreter that imports gpiozero, Pillow and luma, and ends",
        ),
        Figure("first_screen_worst", "  worst", screen_spread.worst, "s", plain=max(plain)),
        Figure(
            "first_answer_median",
            "spawn to first answered GET /healthz, median",
            answer_spread.median,
            "s",
            plain=statistics.median(bare),
            beside="plain: an interpreter that does nothing, and ends",
        ),
        Figure("first_answer_worst", "  worst", answer_spread.worst, "s", plain=max(bare)),
        Figure("starts", "  starts", screen_spread.samples, ""),
    ]


def _interpreter(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - began
