"""Flaps, button, lamp and buzzer on lines of the kernel's gpio-sim, which the program reaches as on a Pi."""

from __future__ import annotations

import asyncio
import signal
from itertools import groupby, pairwise
from math import inf
from pathlib import Path

from stbpi.table.view import Signal
from stbpi.tray.signals import GAP_MS, PATTERNS_MS
from tests.daemon.plug import stored_match
from tests.kernel.machine import Machine
from tests.kernel.tray import GAME, OLED, Edges, KernelTray
from tests.support.guest import fewest_then_highest, to_the_end
from tests.support.running import RunningDaemon

LAMP, BUZZER = 20, 21
NEAR_US = 1_000
"""Between an instant as the kernel stamped it and the same as the hand that pulled the line noted it."""
EARLY_MS, LATE_MS = 2, 150
"""A beep ends when the loop comes to it: hardly ever too early, and later while
much else is to be done, files of the host to be read first of all."""


def test_a_whole_match_is_the_same_on_the_kernels_lines_as_on_a_simulated_tray(
    pi: Machine, tmp_path: Path
) -> None:
    """Every contact bounces for up to 25 ms. The same guests at the same dice decide the same on both."""

    async def on_the_kernel() -> None:
        async with KernelTray(pi) as tray:
            pi.call("observe")
            first = await tray.prompt("press_to_start")
            states = await to_the_end(tray, first, tray_mover, press=tray_presser)
            last = states[-1]
            totals = [player["total"] for player in last["players"]]
            assert totals == [sum(player["open"]) for player in last["players"]]
            assert last["winners"] == [seat for seat in (0, 1) if totals[seat] == min(totals)]
            assert last["faults"] == []
            await tray.shown(*OLED)
            while not is_quiet(pi):
                pass  # asking takes its time, too
            assert tray.stop()["status"] == 0
            said = [state["prompt"]["code"] for state in states]
            assert said.count("blocked") == 2
            observed = pi.call("observed")
            assert sounds(observed).count(Signal.BLOCKED) == 2
            assert Signal.WRONG not in sounds(observed)
            assert Signal.TURN in sounds(observed)
            lamp = [level for level, _ in groupby(level for _, line, level in observed if line == LAMP)]
            assert lamp[0] == 0, "nobody's turn before the first press"
            assert 1 in lamp

    async def simulated() -> None:
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=f"[game]\n{GAME}\n") as daemon:
            await to_the_end(daemon, await daemon.prompt("press_to_start"))

    async def tray_mover(tray: KernelTray, side: int, flap: int, closed: bool) -> None:
        await tray.move(side, flap, closed)

    async def tray_presser(tray: KernelTray) -> None:
        await tray.press()

    asyncio.run(on_the_kernel())
    asyncio.run(simulated())
    there = stored_match(tmp_path / "state" / "stbpi.db")
    assert there is not None
    assert KernelTray(pi).decisions(tmp_path) == there.decisions


def test_a_bounce_is_told_by_the_kernels_instants(pi: Machine) -> None:
    async def bounce() -> None:
        async with KernelTray(pi) as tray:
            await tray.prompt("press_to_start")
            moved = await tray.move(0, 3, True, [[0, 1], [3_000, 0], [5_000, 1], [11_000, 0], [12_000, 1]])
            await tray.until(lambda now: now["tray"] == [[3]])
            earliest = pi.call("now")
            switch = await tray.switch(0, 3)
            latest = pi.call("now")
            assert (switch["closed"], switch["changes"]) == (True, 1)
            assert abs(switch["longest_bounce_us"] - (moved[-1] - moved[0])) < NEAR_US
            ago = switch["last_change_s"] * 1e6
            assert earliest - ago - NEAR_US <= moved[0] <= latest - ago + NEAR_US

    asyncio.run(bounce())


def test_edges_that_the_kernel_had_no_room_for_do_not_leave_a_wrong_picture(pi: Machine) -> None:
    """The kernel keeps the last sixteen edges of a line for a program that does not read, and this one is stopped."""

    async def flood() -> None:
        async with KernelTray(pi) as tray:
            await tray.prompt("press_to_start")
            pi.call("signal", number=signal.SIGSTOP)
            await tray.move(0, 5, True, flickering(101))
            await tray.move(0, 6, True, flickering(100))
            await tray.move(0, 7, True, [[0, 1]])
            pi.call("signal", number=signal.SIGCONT)
            await tray.until(lambda now: now["tray"] == [[5, 7]] and not now["doubted"])
            await tray.move(0, 5, False)
            await tray.move(0, 6, True)
            await tray.until(lambda now: now["tray"] == [[6, 7]])

    asyncio.run(flood())


def test_after_a_pulled_plug_flaps_that_are_down_are_a_picture_and_a_held_button_is_no_press(
    pi: Machine,
) -> None:
    async def plug() -> None:
        async with KernelTray(pi) as tray:
            await tray.prompt("press_to_start")
            await tray.press()
            await tray.prompt("press_to_roll")
            await tray.press()
            state = await tray.until(lambda now: now["dice"] and now["prompt"]["hold"] is None)
            moves = state["players"][0]["legal_moves"]
            down = fewest_then_highest(moves)
            for flap in down:
                await tray.move(0, flap, True)
            state = await tray.prompt("press_to_roll")
            assert tray.stop(signal.SIGKILL)["status"] == -signal.SIGKILL
            raised = next(flap for flap in range(1, 10) if flap not in down)
            tray.pull(tray.button, [[0, 1]])
            await tray.move(0, raised, True)
            await tray.move(0, down[0], False)
            tray.start()
            state = await tray.prompt("resume")
            assert state["tray"] == [sorted({*down[1:], raised})]
            assert state["players"][0]["open"] == [flap for flap in range(1, 10) if flap not in down]
            assert state["prompt"]["flaps"] == [{"side": 0, "flap": raised}]
            assert state["prompt"]["close"] == [{"side": 0, "flap": down[0]}]
            tray.pull(tray.button, [[0, 0]])
            await tray.move(0, raised, False)
            await tray.move(0, down[0], True)
            state = await tray.prompt("press_to_roll")
            await tray.press()
            await tray.prompt("close_flaps")
            assert pi.call("level", line=LAMP) == 1
            pi.call("observe")
            tray.stop()
            # Let go of, a line floats as it is. It was told to be low before.
            last = {line: level for _, line, level in pi.call("observed")}
            assert (last[LAMP], last[BUZZER]) == (0, 0)

    asyncio.run(plug())


def flickering(times: int) -> Edges:
    """So many edges, 100 microseconds apart, the first one closing."""
    return [[100 * number, 1 - number % 2] for number in range(times)]


def is_quiet(pi: Machine) -> bool:
    """Whether the buzzer has sounded all that it was to sound."""
    *_, (at, level) = [(at, level) for at, line, level in pi.call("observed") if line == BUZZER]
    return not level and pi.call("now") - at > 2 * GAP_MS * 1000


def sounds(observed: list[list[int]]) -> list[Signal]:
    """The signals that the buzzer's line was given, by its beeps. Fails where they are those of none."""
    levels = [(at, level) for at, line, level in observed if line == BUZZER]
    changes = [next(group) for _, group in groupby(levels, key=lambda change: change[1])]
    signals: list[list[float]] = []
    silent_since = -inf
    for (began, level), (ended, _) in pairwise(changes):
        if level:
            if began - silent_since >= GAP_MS * 1000:
                signals.append([])
            signals[-1].append((ended - began) / 1000)
            silent_since = ended
    return [_signal(beeps) for beeps in signals]


def _signal(beeps: list[float]) -> Signal:
    def late(signal: Signal) -> float:
        return max(beep - on for beep, (on, _) in zip(beeps, PATTERNS_MS[signal], strict=True))

    fitting = [
        signal
        for signal, pattern in PATTERNS_MS.items()
        if len(pattern) == len(beeps)
        and all(on - EARLY_MS < beep < on + LATE_MS for beep, (on, _) in zip(beeps, pattern, strict=True))
    ]
    assert fitting, f"no signal has beeps of {beeps} ms"
    return min(fitting, key=late)
