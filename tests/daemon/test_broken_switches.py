"""Switches that break while people play: named on every surface, in the log once, and back by themselves."""

from __future__ import annotations

import gc
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.census import ROUNDS, Census
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.flap_faults import FlapFaults
from stbpi.daemon.hands import Hands
from stbpi.daemon.lateness import LATE_S, TOO_MUCH_S, WITHIN_S, Lateness
from stbpi.daemon.switches import Switches
from stbpi.rules import rule_set
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    EnterDice,
    Event,
    FlapDoubted,
    FlapRef,
    TellFlap,
    Tick,
)
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, Timing
from stbpi.table.table import Table
from stbpi.tray import load_profile
from tests.support.memory import held
from tests.support.virtual_loop import VirtualLoop, virtual_loop

CONFIG = '[board]\nprofile = "{profile}"\nbackend = "simulated"\n[store]\npath = "{folder}/stbpi.db"\n'


class Evening:
    """A tray, its table and its fault board, joined as the daemon joins them, on a clock that jumps."""

    def __init__(self, loop: VirtualLoop, folder: Path, profile: str, rules: str = "classic") -> None:
        self.loop = loop
        self.folder = folder
        config = folder / "stbpi.toml"
        config.write_text(CONFIG.format(profile=profile, folder=folder), encoding="utf-8")
        settings = load_settings(config)
        wired = load_profile(profile)
        self.table = Table(wired.tray_sides, Timing(), lambda: bytes(32))
        self.setup = MatchSetup(rule_set(rules), ("Anna", "Ben"), "entered", bytes(32))
        self.table.prepare(self.setup, loop.micros)
        self.board = FaultBoard(loop.time)

        async def open_tray() -> None:
            self.switches = Switches(settings, wired, self.board, self._heard)
            census = Census(folder / "flaps.json")
            self.flap_faults = FlapFaults(
                self.board,
                census,
                lambda: self.switches.changes,
                lambda: self.switches.picture,
                self._happens,
                lambda: self.switches.ambiguous,
            )
            self.switches.open()
            self.flap_faults.start()
            self.flap_faults.show(self.table.view)

        loop.run_until_complete(open_tray())

    def _heard(self, event: Event) -> None:
        self.flap_faults.heard(event)
        self._happens(event)

    def _happens(self, event: Event) -> None:
        self.table.handle(event, self.loop.micros)
        self.flap_faults.show(self.table.view)

    def wait(self, seconds: float) -> None:
        until = self.loop.micros + round(seconds * 1e6)
        while self.loop.micros < until:
            due = self.table.deadline
            next_look = min(until, self.loop.micros + 500_000, until if due is None else due)
            self.loop.run_for(max(0, next_look - self.loop.micros) / 1e6)
            if (due := self.table.deadline) is not None and due <= self.loop.micros:
                self._happens(Tick())

    def press(self, seconds: float = 0.1) -> None:
        self._happens(ButtonDown())
        self.wait(seconds)
        self._happens(ButtonUp())

    def throw(self, *dice: int) -> None:
        self._happens(EnterDice(dice))

    def move(self, *flaps: int, closed: bool) -> None:
        for flap in flaps:
            self.simulator.flap(0, flap, closed)
        self.wait(1)

    @property
    def simulator(self):
        assert self.switches.simulator is not None
        return self.switches.simulator

    @property
    def faults(self) -> list[tuple[str, str]]:
        return [(fault.part, fault.code) for fault in self.board.standing]

    @property
    def doubted(self) -> list[int]:
        return sorted(ref.flap for ref in self.table.view.doubted)

    def round(self, *, without: tuple[int, ...] = ()) -> None:
        """Anna shuts the box as far as its flaps go, which ends the round early or late."""
        for flap in range(1, 10):
            if flap not in without:
                self.simulator.flap(0, flap, True)
        self.loop.run_for(0.2)
        self.flap_faults._round_over(self.table.view)
        for flap in range(1, 10):
            self.simulator.flap(0, flap, False)
        self.loop.run_for(0.2)


@contextmanager
def evening(folder: Path, profile: str = "direct-9", rules: str = "classic") -> Iterator[Evening]:
    with virtual_loop() as loop:
        at = Evening(loop, folder, profile, rules)
        try:
            yield at
        finally:
            loop.run_until_complete(at.switches.close())


def test_a_flap_that_does_not_rise_is_named_after_20_seconds_and_left_out_by_a_hold(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.press()
        at.throw(6, 3)
        at.move(9, closed=True)
        at.simulator.fault("stuck", 0, 9, True)
        for dice, flap in (((6, 2), 8), ((6, 1), 7)):
            at.throw(*dice)
            at.move(flap, closed=True)
        at.throw(6, 6)  # blocked: 1 2 3 4 5 6 are open
        assert at.table.view.prompt.code == "close_flaps"
        at.move(6, 5, 1, closed=True)
        at.throw(6, 6)
        assert at.table.view.prompt.code == "blocked"
        at.press()
        at.move(1, 5, 6, 7, 8, 9, closed=False)
        assert (at.table.view.prompt.code, at.faults) == ("raise_flaps", [])
        at.wait(20)
        assert at.table.view.prompt.code == "fault"
        assert at.faults == [("side 0 flap 9", "stuck")]
        assert "flap 9 of side 1" in at.board.standing[0].message
        at._happens(ButtonDown())
        at.wait(1)
        at._happens(ButtonUp())
        assert (at.table.view.prompt.code, at.doubted) == ("press_to_roll", [9])
        assert at.faults == [("side 0 flap 9", "stuck")], "still named while it is not believed"
        at.simulator.fault("stuck", 0, 9, False)
        at.wait(1)
        assert (at.doubted, at.faults) == ([], [])


def test_a_cut_wire_of_a_closed_flap_is_named(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.press()
        at.throw(6, 3)
        at.move(9, closed=True)
        at.simulator.fault("cut", 0, 9, True)
        at.wait(22)
        assert at.table.view.prompt.code == "fault"
        assert at.faults == [("side 0 flap 9", "cut")]
        at.simulator.fault("cut", 0, 9, False)
        at.wait(1)
        assert (at.table.view.prompt.code, at.faults) == ("press_to_roll", [])


def test_a_floating_flap_is_doubted_by_the_table_and_named_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with evening(tmp_path) as at, caplog.at_level(logging.INFO):
        at.press()
        at.simulator.fault("floating", 0, 5, True)
        at.wait(60)
        assert (at.doubted, at.faults) == ([5], [("side 0 flap 5", "floating")])
        at.simulator.fault("floating", 0, 5, False)
        at.wait(11)
        assert (at.doubted, at.faults) == ([], [])
        assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


@pytest.mark.parametrize("swings", [58, 120])
def test_hum_that_paused_closed_answers_nothing(tmp_path: Path, swings: int) -> None:
    with evening(tmp_path) as at:
        at.press()
        at.throw(4, 5)
        edges = [[n * 10_000, 1 - n % 2] for n in range(10)] + [[100_000, 1]]
        edges += [[140_000 + n * 10_000, n % 2] for n in range(swings)]
        at.simulator.edges(0, 9, [*edges, [140_000 + swings * 10_000, 0]])
        at.wait(4)
        match = at.table.view.match
        assert match is not None
        assert match.open_flaps(0) == tuple(range(1, 10)), "nobody touched flap 9"
        at.wait(10)
        assert (at.table.view.prompt.code, at.doubted) == ("close_flaps", [])


def test_a_flap_the_tray_believes_again_is_not_named_until_the_table_has_heard_of_it(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at._heard(FlapDoubted(0, 5, True))
        still_doubted = at.table.view
        at.flap_faults.heard(FlapDoubted(0, 5, False))
        at.flap_faults.show(still_doubted)
        assert at.faults == []
        at._happens(FlapDoubted(0, 5, False))
        at._happens(TellFlap(0, 5, True))
        assert at.faults == [("side 0 flap 5", "cut")]


def test_a_flap_that_has_not_moved_in_50_rounds_is_stuck_also_over_a_restart(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        for _ in range(ROUNDS - 20):
            at.round(without=(4,))
        assert at.faults == []
    with evening(tmp_path) as at:
        for _ in range(19):
            at.round(without=(4,))
        assert at.faults == []
        at.round(without=(4,))
        assert (at.faults, at.doubted) == ([("side 0 flap 4", "stuck")], [4])
        assert "50 rounds" in at.board.standing[0].message
    with evening(tmp_path) as at:
        assert (at.faults, at.doubted) == ([("side 0 flap 4", "stuck")], [4])
        at.move(4, closed=True)
        assert (at.faults, at.doubted) == ([], [])
    with evening(tmp_path) as at:
        assert at.faults == []


def test_rounds_in_which_no_flap_moves_say_nothing_of_any() -> None:
    census = Census(None)
    flaps = {FlapRef(0, flap) for flap in range(1, 10)}
    for _ in range(3 * ROUNDS):
        census.round_over(flaps, dict.fromkeys(flaps, 0))
    assert census.stuck == frozenset()
    for count in range(1, ROUNDS + 1):
        changes = dict.fromkeys(flaps, 0) | {FlapRef(0, 1): count, FlapRef(1, 1): 0}
        census.round_over(flaps - {FlapRef(0, 2)}, changes)
    assert census.stuck == {FlapRef(0, flap) for flap in range(3, 10)}


@pytest.mark.parametrize("damage", ["", "[]", '{"rounds_without_moving": [[1]]}', "\x00"])
def test_a_damaged_count_is_begun_anew(tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "flaps.json"
    path.write_text(damage, encoding="utf-8")
    census = Census(path)
    assert "counted anew" in caplog.text
    census.round_over({FlapRef(0, 1), FlapRef(0, 2)}, {FlapRef(0, 1): 1, FlapRef(0, 2): 0})
    assert json.loads(path.read_text(encoding="utf-8")) == {"rounds_without_moving": [[0, 2, 1]]}


class NoPanels:
    def lose(self, gone: bool) -> None:
        """There are none."""


class NobodyWaits:
    async def idle(self) -> None:
        """Everything has been dealt with."""


def hands(at: Evening, block=lambda seconds: None) -> Hands:
    return Hands(at.switches, NoPanels(), NobodyWaits(), lambda: None, block)  # type: ignore[arg-type]


def test_a_pin_that_another_program_holds_is_named_and_the_tray_comes_back_as_it_was(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        people = hands(at)
        at.simulator.fault("floating", 0, 5, True)
        at.move(7, closed=True)
        at.wait(3)
        at.loop.run_until_complete(people.fault("busy_pin", 0, 3, on=True))
        assert at.faults == [("tray", "tray_gone")]
        assert "GPIO 27 for flap 3 of side 1 cannot be had" in at.board.standing[0].message
        assert '"another-program" holds it' in at.board.standing[0].message
        with pytest.raises(ValueError, match="the tray is away"):
            at.loop.run_until_complete(people.flap(0, 1, closed=True))
        at.wait(30)
        assert at.faults == [("tray", "tray_gone")]
        at.loop.run_until_complete(people.fault("busy_pin", 0, 3, on=False))
        at.wait(4)
        assert at.faults == [("side 0 flap 5", "floating")]
        assert at.table.view.closed == (frozenset({7}),)
        people.close()


def test_other_faults_can_be_switched_off_while_a_pin_is_busy(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        people = hands(at)
        ask = at.loop.run_until_complete
        for kind, where in (("floating", (0, 5)), ("stuck", (0, 6)), ("bus_error", (None, None))):
            ask(people.fault(kind, *where, on=True))
        ask(people.fault("busy_pin", 0, 3, on=True))
        ask(people.fault("floating", 0, 5, on=False))
        ask(people.fault("bus_error", None, None, on=False))
        with pytest.raises(ValueError, match="the tray is away"):
            ask(people.fault("floating", 0, 5, on=True))
        ask(people.fault("busy_pin", 0, 3, on=False))
        assert at.simulator.faults == (("stuck", FlapRef(0, 6)),)
        people.close()


def test_a_tray_opened_again_and_again_without_its_pins_logs_a_line_each_time(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with evening(tmp_path, "matrix-4x12") as at:
        at.simulator.fault("pins_gone", None, None, True)
        at.wait(3)
        with caplog.at_level(logging.INFO):
            at.switches.hold_pin(at.switches.place(None, None).pin, "another-program")
            gc.collect()
        assert len([line for line in caplog.messages if "could not be let go of" in line]) == 1
        assert "Traceback" not in caplog.text


def test_a_program_that_is_held_up_says_so_until_it_is_in_time_again() -> None:
    with virtual_loop() as loop:
        board = FaultBoard(loop.time)

        async def look() -> None:
            lateness = Lateness(board)
            lateness.start()
            loop.call_later(1, loop.jump, TOO_MUCH_S - 0.1)  # one long stall is none
            await loop.passing(30)
            assert board.standing == ()
            for _ in range(20):
                loop.call_later(0, loop.jump, LATE_S + 0.3)
                await loop.passing(0.5)
            assert [(fault.part, fault.code) for fault in board.standing] == [("program", "slow")]
            await loop.passing(WITHIN_S + 1)
            assert board.standing == ()
            lateness.close()

        loop.run_until_complete(look())


def test_a_slow_consumer_loses_no_movement(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        people = hands(at, at.loop.jump)

        async def late() -> None:
            lateness = Lateness(at.board)
            lateness.start()
            await people.fault("slow_consumer", None, None, on=True)
            for flap in range(1, 10):
                at.simulator.flap(0, flap, True)
                await at.loop.passing(1)
            assert at.faults == [("program", "slow")]
            assert at.switches.picture == (frozenset(range(1, 10)),)
            await people.fault("slow_consumer", None, None, on=False)
            await at.loop.passing(WITHIN_S + 1)
            assert at.faults == []
            lateness.close()

        at.loop.run_until_complete(late())


@contextmanager
def a_rectangle(folder: Path) -> Iterator[Evening]:
    """A match on rows of one's own, a diode that is bad, and an answer whose flaps close a rectangle."""
    with evening(folder, "matrix-4x12", "tray") as at:
        at.simulator.fault("ghosting", 0, 1, True)
        at.press()
        at.throw(1, 2)
        at.move(1, 2, closed=True)
        assert at.board.standing[0].message.count("flap") == 1, "the diode alone"
        assert at.table.view.prompt.code == "press_to_roll"
        at.throw(2, 1)
        at.simulator.flap(1, 1, True)
        at.simulator.flap(1, 2, True)
        at.wait(1)
        yield at


CORNERS = [FlapRef(side, flap) for side in (0, 1) for flap in (1, 2)]


def test_flaps_that_cannot_be_told_apart_are_named_and_the_answer_is_confirmed_with_the_button(
    tmp_path: Path,
) -> None:
    with a_rectangle(tmp_path) as at:
        assert sorted(at.table.view.doubted) == CORNERS
        (fault,) = at.board.standing
        assert (
            "flap 1 of side 1, flap 2 of side 1, flap 1 of side 2, flap 2 of side 2 seem closed, of which one may "
            "not be: say how they stand, or confirm it with the button" in fault.message
        )
        prompt = at.table.view.prompt
        assert prompt.assumed == tuple(CORNERS[2:])
        # Asked by the tray or not, as one was seen moving before they seemed alike: a hold says it either way.
        assert "confirm" in (prompt.press, prompt.hold)
        at.press(1)
        assert at.table.view.match is not None
        assert at.table.view.match.open_flaps(1) == tuple(range(3, 11))
        # Raised for the next round, they are believed again.
        for flap in (1, 2):
            for side in (0, 1):
                at.simulator.flap(side, flap, False)
        at.wait(5)
        assert at.doubted == []


def test_how_a_flap_stands_that_cannot_be_told_from_others_may_be_said_but_its_switch_is_not_believed(
    tmp_path: Path,
) -> None:
    with a_rectangle(tmp_path) as at:
        for flap in (1, 2):
            with pytest.raises(TableRefusal, match="cannot be told from others now"):
                at.flap_faults.believe(FlapRef(1, flap))
            at._happens(TellFlap(1, flap, True))
        at.wait(1)
        assert at.table.view.match is not None
        assert at.table.view.match.open_flaps(1) == tuple(range(3, 11))


MINUTE = 60
FLOODS = [
    ("direct-9", "stuck", (0, 5), 60 * MINUTE),
    ("direct-9", "cut", (0, 5), 60 * MINUTE),
    ("direct-9", "busy_pin", (0, 5), 60 * MINUTE),
    ("direct-9", "floating", (0, 5), 3 * MINUTE),
    ("direct-9", "spikes", (0, 5), 10 * MINUTE),
    ("hc165-4x12", "bus_error", (None, None), 3 * MINUTE),
    ("mcp23017-4x10", "expander_reset", (None, None), MINUTE),
    ("mcp23017-4x10", "interrupt_lost", (None, None), MINUTE),
    ("matrix-4x12", "ghosting", (0, 1), MINUTE // 4),
]
"""What happens every few milliseconds takes long to pretend, and a few minutes of it tell as much as an hour."""

LOG_OF_TEN_MINUTES = 100_000 // 6
LIKE_PARTS = (7, 23)
"""Of the 24 parts: one after everything has been needed once, and the last, with the fault and the flap alike."""


@pytest.mark.parametrize(
    ("profile", "kind", "where", "lasts"), FLOODS, ids=[f"{kind} {name}" for name, kind, *_ in FLOODS]
)
@pytest.mark.parametrize(
    "steady",
    [pytest.param(True, id="all the time", marks=pytest.mark.long), pytest.param(False, id="on and off")],
)
def test_a_fault_that_lasts_fills_neither_log_nor_memory(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    profile: str,
    kind: str,
    where: tuple[int | None, int | None],
    lasts: int,
    *,
    steady: bool,
) -> None:
    with evening(tmp_path, profile) as at, caplog.at_level(logging.INFO):
        people = hands(at)
        at.press()
        at.throw(6, 3)
        at.move(9, closed=True)
        with held() as memory:
            for part in range(24):
                at.loop.run_until_complete(people.fault(kind, *where, on=steady or part % 2 == 0))
                if kind != "busy_pin":
                    at.simulator.flap(0, 2, part % 4 < 2)
                at.wait(lasts / 24)
                if part in LIKE_PARTS:
                    memory.mark()
            grown, files = memory.grown()
        assert len(caplog.text.encode()) < LOG_OF_TEN_MINUTES * ceil(lasts / (10 * MINUTE))
        assert grown < 150_000, files
        at.loop.run_until_complete(people.fault(kind, *where, on=False))
        people.close()
