"""Flaps that people left out stay out over a restart, until they move or are put back by hand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from stbpi.table.events import ButtonDown, ButtonUp
from tests.daemon.test_broken_switches import evening
from tests.support.running import RunningDaemon


def leave_out_a_stuck_nine(folder: Path, *, freed: bool) -> None:
    """An evening that ends with flap 9 down, which did not rise and was left out by a hold; then freed, or not."""
    with evening(folder) as at:
        at.press()
        at.throw(6, 3)
        at.move(9, closed=True)
        at.throw(1, 1)
        at.move(2, closed=True)
        at.throw(1, 1)
        at.press()
        at.simulator.fault("stuck", 0, 9, True)
        at.move(2, closed=False)
        at.wait(20)
        assert at.table.view.prompt.code == "fault"
        at._happens(ButtonDown())
        at.wait(1)
        at._happens(ButtonUp())
        assert at.doubted == [9]
        if freed:
            at.simulator.flap(0, 9, False)


def test_a_flap_left_out_by_a_hold_is_left_out_after_a_restart_and_named(tmp_path: Path) -> None:
    leave_out_a_stuck_nine(tmp_path, freed=False)
    for _ in range(2):
        with evening(tmp_path) as at:
            assert (at.doubted, at.faults) == ([9], [("side 0 flap 9", "stuck")])
    with evening(tmp_path) as at:
        at.move(9, closed=False)
        assert (at.doubted, at.faults) == ([], [])
    with evening(tmp_path) as at:
        assert (at.doubted, at.faults) == ([], [])


def test_a_flap_left_out_that_stands_otherwise_after_a_restart_has_moved(tmp_path: Path) -> None:
    leave_out_a_stuck_nine(tmp_path, freed=True)
    with evening(tmp_path) as at:
        assert (at.doubted, at.faults) == ([], [])


def test_what_is_left_out_is_not_forgotten_while_there_is_no_tray(tmp_path: Path) -> None:
    leave_out_a_stuck_nine(tmp_path, freed=False)
    with evening(tmp_path) as at:
        at.switches.hold_pin(27, "another-program")
        at.flap_faults._recalled = False  # as after a start without hardware
        at.flap_faults.show(at.table.view)
        assert len(json.loads((tmp_path / "flaps.json").read_text())["left_out"]) == 1
        at.switches.hold_pin(27, None)
        at.flap_faults.show(at.table.view)
        assert (at.doubted, at.faults) == ([9], [("side 0 flap 9", "stuck")])


def test_a_flap_can_be_put_back_by_hand_and_stays_back(tmp_path: Path) -> None:
    async def evening_of_two_starts() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            await daemon.post("match", rules="classic", players=["Anna", "Ben"])
            await daemon.post("button", hold_ms=60)
            await daemon.prompt("press_to_roll")
            await daemon.post("flap", side=0, flap=5, closed=True)
        async with RunningDaemon(tmp_path) as daemon:
            state = await daemon.state()
            assert state["doubted"] == [{"side": 0, "flap": 5}], "from the first moment on"
            assert [fault["part"] for fault in state["faults"]] == ["side 0 flap 5"]
            await daemon.post("believe", side=0, flap=5)
            state = await daemon.until(lambda state: not state["faults"])
            assert state["doubted"] == []
        async with RunningDaemon(tmp_path) as daemon:
            assert (await daemon.state())["doubted"] == []
            await daemon.post("sim/fault", kind="floating", side=0, flap=5, on=True)
            await daemon.until(lambda state: bool(state["doubted"]))
            status, refused = await daemon.send("believe", {"side": 0, "flap": 5})
            assert (status, refused["code"]) == (409, "still_floating")
            assert "changes all the time" in refused["error"]

    asyncio.run(evening_of_two_starts())
