"""A program that does nothing but wait for timers, while something else is measured: what the machine itself takes.

On a machine that others use too, a daemon gets its core late now and then. So does this; what it sees at the 99th
percentile nobody on this machine could have undercut in that time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from stbpi.daemon.loop import punctual_loop

EVERY_S = 0.0504
"""About as often as something happens at the measured tray; between two whole milliseconds, as debounce windows end."""

ROOT = Path(__file__).parents[2]


@contextlib.contextmanager
def bystander() -> Iterator[list[float]]:
    """Have one stand by; how late each of its timers was, in milliseconds, is in the list once it has left."""
    late: list[float] = []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.bystander"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield late
        # Closing its standard input tells it to leave.
        said, _ = process.communicate()
        late += json.loads(said)


async def stand_by() -> list[float]:
    """Wait for one timer after the other until standard input ends."""
    loop = asyncio.get_running_loop()
    late: list[float] = []
    told_to_leave = asyncio.Event()

    def ring(due: float) -> None:
        late.append((loop.time() - due) * 1000)
        wait()

    def wait() -> None:
        due = loop.time() + EVERY_S
        loop.call_at(due, ring, due)

    loop.add_reader(sys.stdin.fileno(), told_to_leave.set)
    wait()
    sys.stdout.write("here\n")
    sys.stdout.flush()
    await told_to_leave.wait()
    loop.remove_reader(sys.stdin.fileno())
    return late


def main() -> None:
    """Print what was seen as JSON."""
    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        sys.stdout.write(json.dumps(runner.run(stand_by())))


if __name__ == "__main__":
    main()
