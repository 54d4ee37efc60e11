"""Once more, one after the other, what failed in the suite before: ``python -m tests.again``; see CONTRIBUTING.md.

Much of what is tested runs in real time: daemons, browsers and emulated chips beside each other on few processors.
What fails there for want of one passes alone, and is named so that it can be made steadier; what is broken fails again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST = 5
"""Tests that may fail for want of a processor; more have another reason."""


def main() -> int:
    """Exit code 0 if everything that failed passes now; else 1, or pytest's own."""
    failed = sorted(json.loads(FAILED.read_text(encoding="utf-8"))) if FAILED.exists() else []
    if not failed:
        sys.stderr.write("no single test failed: the reason stands above\n")
        return 1
    if len(failed) > MOST:
        sys.stderr.write(f"{len(failed)} tests failed, more than the {MOST} that are tried again\n")
        return 1
    ended = pytest.main(["-p", "no:xdist", *failed])
    if ended == pytest.ExitCode.OK:
        sys.stdout.write("\n  ".join(["UNSTEADY, failed beside others and passed alone:", *failed]) + "\n")
    return int(ended)


if __name__ == "__main__":
    sys.exit(main())
