"""What the daemon has to put up with: slow disks, journals that come late, crowds, parts that come and go."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from stbpi.daemon.faults import LINES, WITHIN_S, FaultBoard
from stbpi.daemon.keeper import Keeper
from stbpi.rules import rule_set
from stbpi.rules.actions import Decision, Roll
from stbpi.table.events import ButtonDown, ButtonUp, FlapsSeen
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Outcome
from stbpi.web.silent import LOOK_EVERY_S, SILENT_S, SilentConnections
from tests.support.running import RunningDaemon
from tests.support.virtual_loop import VirtualLoop, virtual_loop


class SlowDisk:
    """Takes its time over every outcome, as an SD card does that is busy with itself."""

    def __init__(self, loop: VirtualLoop, seconds: float) -> None:
        self._loop = loop
        self._seconds = seconds
        self.decisions: list[Decision] = []

    async def record(self, outcome: Outcome) -> None:
        await self._loop.passing(self._seconds)
        self.decisions += outcome.decisions


@pytest.mark.parametrize("disk_s", [0.0, 3.2, 9.0])
def test_a_press_is_as_long_as_it_was_however_slow_the_disk_is(disk_s: float) -> None:
    with virtual_loop() as loop:

        async def play() -> None:
            table = Table(TraySides((tuple(range(1, 10)),)), Timing(), lambda: bytes(32))
            setup = MatchSetup(rule_set("classic"), ("Anna", "Ben"), "electronic", bytes(32))
            disk = SlowDisk(loop, disk_s)
            keeper = Keeper(table, disk)
            table.prepare(setup, keeper.now())
            running = asyncio.create_task(keeper.run(lambda outcome, view: None, lambda signal: None))
            keeper.post(FlapsSeen((frozenset(),)))
            # The first press starts the match and is written for a long time; the second one throws meanwhile.
            for _ in range(2):
                keeper.post(ButtonDown())
                await loop.passing(0.3)
                keeper.post(ButtonUp())
                await loop.passing(0.4)
            await keeper.idle()
            assert [type(decision) for decision in disk.decisions] == [Roll]
            # And a hold of four seconds takes it back, though the disk was busy when it began.
            keeper.post(ButtonDown())
            await loop.passing(4.0)
            keeper.post(ButtonUp())
            await keeper.idle()
            assert table.view.match is not None
            assert table.view.match.dice == ()
            keeper.stop()
            await running

        loop.run_until_complete(play())


def test_a_journal_that_can_be_read_only_later_brings_its_match_back(tmp_path: Path) -> None:
    async def match() -> None:
        first, second = RunningDaemon(tmp_path), RunningDaemon(tmp_path)
        await first.start()
        await first.post("match", rules="classic", players=["Anna", "Ben"])
        await first.post("button", hold_ms=60)
        await first.post("button", hold_ms=60)
        played = await first.state()
        await first.kill()
        # A disk that is mounted late.
        folder, unmounted = first.store.parent, tmp_path / "unmounted"
        folder.rename(unmounted)
        folder.write_text("in the way")
        async with second:
            aside = await second.state()
            assert aside["phase"] == "idle"
            assert [fault["part"] for fault in aside["faults"]] == ["store"]
            folder.unlink()
            unmounted.rename(folder)
            back = await second.until(lambda state: state["phase"] != "idle" and not state["faults"])
            assert back["players"] == played["players"]
            assert back["dice"] == played["dice"]

    asyncio.run(match())


def test_too_many_presses_at_once_are_refused_in_words(tmp_path: Path) -> None:
    async def press() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            calls = [asyncio.create_task(daemon.send("button", {"hold_ms": 30_000})) for _ in range(4)]
            done, waiting = await asyncio.wait(calls, timeout=10, return_when=asyncio.FIRST_COMPLETED)
            status, reply = done.pop().result()
            assert (status, reply["code"]) == (409, "button_busy")
            for call in waiting:
                call.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
        assert "Traceback" not in daemon.log.read_text()

    asyncio.run(press())


def test_told_to_stop_at_once_it_stops_in_order(tmp_path: Path) -> None:
    async def start_and_stop() -> None:
        for _ in range(5):
            daemon = RunningDaemon(tmp_path)
            await daemon.start()
            await daemon.session.close()
            assert await daemon.terminate() == 0, daemon.log.read_text()

    asyncio.run(start_and_stop())


def test_a_part_that_comes_and_goes_for_hours_gets_a_few_lines(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    changes = 0

    def changed() -> None:
        nonlocal changes
        changes += 1

    board = FaultBoard(lambda: now)
    board.changed = changed
    with caplog.at_level(logging.INFO, "stbpi"):
        for second in range(3600):
            now = float(second)
            board.report("oled 0", "oled_gone", "the display does not answer" if second % 2 == 0 else None)
    # Whoever looks is told each time; the log is not.
    assert changes == 3600
    assert len(caplog.records) <= (LINES + 1) * (3600 / WITHIN_S)
    assert "comes and goes" in caplog.text


def test_connections_that_never_ask_are_let_go_of() -> None:
    class Connection:
        def __init__(self) -> None:
            self.transport = self
            self.gone = False

        def abort(self) -> None:
            self.gone = True

        def get_write_buffer_size(self) -> int:
            return 0

    class Request:
        def __init__(self, connection: Connection) -> None:
            self.protocol = connection

    class Runner:
        def __init__(self, connections: list[Connection]) -> None:
            self.server = self
            self.connections = connections

    with virtual_loop() as loop:

        async def look() -> None:
            silent, asking = Connection(), Connection()
            connections = SilentConnections(Runner([silent, asking]))  # type: ignore[arg-type]
            await loop.passing(SILENT_S - LOOK_EVERY_S)
            connections.heard(Request(asking))  # type: ignore[arg-type]
            assert not silent.gone
            await loop.passing(3 * LOOK_EVERY_S)
            assert (silent.gone, asking.gone) == (True, False)
            connections.close()

        loop.run_until_complete(look())
