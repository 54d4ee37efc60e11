"""``python -m tests.bench [--only SUBJECT] [--json FILE]``: measure, print the tables, write the JSON."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.bench import edge
from tests.bench.engine import engine
from tests.bench.figures import Figure, as_json, table
from tests.bench.machine import load, machine
from tests.bench.odds import odds
from tests.bench.page import page
from tests.bench.panels import panels
from tests.bench.rest import rest
from tests.bench.scanner import scanner
from tests.bench.size import FULL, Size
from tests.bench.start import start
from tests.bench.switches import switches
from tests.bench.table import table as tables

SUBJECTS: dict[str, tuple[str, Callable[[Size], list[Figure]]]] = {
    "engine": ("The engine", engine),
    "odds": ("Optimal play", odds),
    "table": ("The table", tables),
    "prompt": ("Edge to prompt", edge.prompt),
    "panel": ("Edge to first byte on the panel", edge.panel),
    "panels": ("Pictures on the panels' bus", panels),
    "switches": ("Reading switches", switches),
    "scanner": ("The line of the flap scanner", scanner),
    "page": ("Edge to changed page", page),
    "start": ("Start to first screen", start),
    "rest": ("At rest", rest),
}
WRITTEN_TO = Path(__file__).parents[2] / "bench.json"


def measure(names: Sequence[str], size: Size, say: Callable[[str], object]) -> dict[str, Any]:
    """Measure these subjects one after the other, saying each as soon as it is known; returns what the JSON holds."""
    subjects: dict[str, Any] = {}
    for name in names:
        title, subject = SUBJECTS[name]
        before, began = load(), time.perf_counter()
        figures = subject(size)
        took = time.perf_counter() - began
        say(table(f"{title}   ({took:.0f} s; load {before} before, {load()} after)", figures) + "\n")
        subjects[name] = {
            "took_s": round(took, 1),
            "load_before": before,
            "load_after": load(),
            "figures": as_json(figures),
        }
    return {"machine": machine(), "subjects": subjects}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line. The status is 0 whether aims are met or not: this reports, it does not judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure what stbpi costs.")
    parser.add_argument("--only", choices=tuple(SUBJECTS), action="append", help="measure this subject")
    parser.add_argument(
        "--json", type=Path, default=WRITTEN_TO, metavar="FILE", help="write the figures here"
    )
    chosen = parser.parse_args(arguments)

    def say(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    about = machine()
    say(f"{about['processor']}, {about['cores']} cores, {about['python']}\n\n")
    results = measure(chosen.only or tuple(SUBJECTS), FULL, say)
    chosen.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    missed = [
        f"{subject} {figure}"
        for subject, found in results["subjects"].items()
        for figure, value in found["figures"].items()
        if value.get("missed")
    ]
    say(f"Missed aims: {', '.join(missed) or 'none'}. Written to {chosen.json}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
