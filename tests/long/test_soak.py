"""Two thousand matches in a row on one daemon that is never stopped: nothing grows, nothing is lost."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from stbpi.rules.history import History
from stbpi.store.past import read_past
from tests.long.whole import bytes_written, came_to, evening, log_into, open_files, process_status
from tests.support.virtual_loop import virtual_loop

ROOT = Path(__file__).parents[2]
MATCHES = 2000
SETTLED = 500
"""By then every answer, picture and name that is kept for the next time has been kept."""

GROWN_KB = 3072
"""From there to the end; where each match left 1 kB more it would be found. Measured were 1,448 kB: 440 kB less up to
match 1,600, then 1,888 kB at once, and nothing after that. The step has the size of a table of 131,072 names, is in no
object that the program can reach, and its old place is kept for the next: Python renews its own table of them. What is
kept of matches, pictures and the journal's file is bounded, and full by then.
"""

pytestmark = pytest.mark.long


def test_two_thousand_matches(unhurried: Path) -> None:
    shown = sha256()
    rss: dict[int, int] = {}
    files: set[int] = set()
    threads: set[int] = set()
    before = bytes_written()
    with virtual_loop() as loop, log_into(unhurried / "log.txt") as log:

        async def play() -> None:
            async with evening(unhurried) as table:
                for number in range(1, MATCHES + 1):
                    match = (await table.match()).match
                    assert match is not None
                    shown.update(repr(came_to(match)).encode())
                    assert table.faults == set()
                    if number % 100 == 0:
                        rss[number] = process_status("VmRSS")
                        files.add(open_files())
                        threads.add(process_status("Threads"))
                        print(f"{number} matches, {rss[number]} kB")  # noqa: T201

        loop.run_until_complete(play())
    each = (bytes_written() - before) / MATCHES / 1024
    print(f"{each:.0f} KiB written for each match; {rss} kB; {files} files; {threads} threads")  # noqa: T201
    kept = [one.open() for one in read_past(unhurried / "state/stbpi.db")]
    replayed = sha256()
    for one in kept[:MATCHES]:
        match = History.fold(one.setup.rules, one.setup.players, one.decisions).match
        replayed.update(repr(came_to(match)).encode())
    assert replayed.digest() == shown.digest()
    assert rss[MATCHES] - rss[SETTLED] < GROWN_KB, rss
    assert max(files) - min(files) <= 1, files
    assert len(threads) == 1
    assert log.stat().st_size < 10_000, log.read_text()[-2000:]
    told = re.search(r"(\d+) KiB for a match", (ROOT / "docs/operate.md").read_text(encoding="utf-8"))
    assert told
    assert each <= int(told[1])
