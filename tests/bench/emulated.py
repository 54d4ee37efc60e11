"""The program that is flashed, on an emulated Nano: from a contact to the table's event, and what is on its UART.

The road is the real one: the emulator's pty, pyserial, the thread that reads it, the event loop. What is on the UART is
counted in the emulator's own time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from stbpi.table.events import Event, FlapsChanged
from stbpi.tray import Profile, Tray, load_profile, open_tray
from tests.bench.figures import Figure, Spread
from tests.bench.size import Size
from tests.bench.waiting import passing
from tests.firmware.kit import Kit, NotHereError, kit
from tests.firmware.nano import Nano

PROFILE = """
title = "One side on a scanner"

[scanner]
rows = 6
columns = 12
port = "{port}"

[[side]]
on = "scanner"
row = 1
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

[[button]]
role = "dice"
on = "scanner"
"""
DEBOUNCE_MS = 30
LONGEST_S = 10.0
MOVES_EVERY_MS = 500
"""As on the simulated line: six people at once hardly move flaps more often."""


def emulated(size: Size) -> list[Figure]:
    """The figures; one that says why there are none where something is missing."""
    try:
        built = kit()
    except NotHereError as missing:
        return [
            Figure("uart_skipped", "through the emulated UART: not measured", 0.0, "", beside=str(missing))
        ]
    with TemporaryDirectory() as folder:
        latencies = asyncio.run(_latencies(built, Path(folder), max(1, size.samples // 3)))
        rest, playing = _on_the_uart(built, Path(folder), size)
    spread = Spread.of(latencies)
    beside = f"the window's {DEBOUNCE_MS} ms among them; {spread.samples} contacts"
    return [
        Figure(
            "uart_median",
            "contact to FlapsChanged, emulated UART, median",
            spread.median,
            "ms",
            beside=beside,
        ),
        Figure("uart_p99", "the same, 99th percentile", spread.p99, "ms"),
        Figure("uart_worst", "the same, worst", spread.worst, "ms"),
        Figure("uart_rest", "from the program that is flashed, at rest", rest, "B/s"),
        Figure(
            "uart_playing",
            f"from it while a flap moves every {MOVES_EVERY_MS / 1000} s",
            playing,
            "B/s",
        ),
    ]


class _Heard:
    """The tray's events, and who waits for the next of a kind."""

    def __init__(self) -> None:
        self._awaited: tuple[Callable[[Event], bool], asyncio.Future[None]] | None = None

    def emit(self, event: Event) -> None:
        if self._awaited is not None and self._awaited[0](event) and not self._awaited[1].done():
            self._awaited[1].set_result(None)

    async def next(self, wanted: Callable[[Event], bool]) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._awaited = (wanted, future)
        async with asyncio.timeout(LONGEST_S):
            await future


async def _latencies(built: Kit, folder: Path, samples: int) -> list[float]:
    """Milliseconds of each contact."""
    loop, heard, chance = asyncio.get_running_loop(), _Heard(), Random(4)
    with Nano(built, folder, stepped=False) as nano:
        tray = open_tray(
            _profile(folder, nano.port), "gpio", loop=loop, emit=heard.emit, debounce_ms=DEBOUNCE_MS
        )
        try:
            await _started(tray, heard)
            taken = []
            for number in range(samples):
                # At any instant of the scanner's millisecond, heartbeat and all.
                await passing(chance.uniform(0.05, 0.15))
                began = loop.time()
                nano.contact(1, number // 2 % 12 + 1, 1 - number % 2)
                await heard.next(lambda event: isinstance(event, FlapsChanged))
                taken.append((loop.time() - began) * 1000)
            return taken
        finally:
            tray.close()


async def _started(tray: Tray, heard: _Heard) -> None:
    """From the start to the first picture of a scanner that has been told its window."""
    tray.start()
    while tray.link is None or not tray.link.up:
        await passing(0.05)
    await passing(1.0)


def _profile(folder: Path, port: str) -> Profile:
    path = folder / "one-side.toml"
    path.write_text(PROFILE.format(port=port), encoding="utf-8")
    return load_profile(str(path))


def _on_the_uart(built: Kit, folder: Path, size: Size) -> tuple[float, float]:
    """Bytes a second that leave at rest and while flaps move."""
    seconds = max(1.0, size.rest_s)
    with Nano(built, folder) as nano:
        nano.meet()
        before = nano.figures()["sent"]
        nano.snapshots(1000 * seconds, 10)
        rest = nano.figures()["sent"] - before
        for number in range(round(1000 * seconds / MOVES_EVERY_MS)):
            nano.contact(1, 1, 1 - number % 2)
            nano.snapshots(MOVES_EVERY_MS)
        playing = nano.figures()["sent"] - before - rest
    return rest / seconds, playing / seconds
