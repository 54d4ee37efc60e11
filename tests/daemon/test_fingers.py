"""Fingers on the dice button from afar, at a table: on a simulated tray's pin, and where there is no pin to move."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stbpi.config import load_settings
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.fingers import FORGOTTEN_S, OVERTAKEN_S
from stbpi.daemon.switches import Switches
from stbpi.rules import rule_set
from stbpi.table.events import Event, Tick
from stbpi.table.prompts import Offer, PromptCode
from stbpi.table.setup import MatchSetup, Timing
from stbpi.table.table import Table
from stbpi.tray import load_profile
from tests.support.virtual_loop import VirtualLoop, virtual_loop

CONFIG = """\
[board]
backend = "simulated"
[store]
path = "{folder}/stbpi.db"
"""


class AtHome:
    """A table and its switches on a clock that jumps; ``simulated`` says whether there is a pin to move."""

    def __init__(self, loop: VirtualLoop, folder: Path, *, simulated: bool) -> None:
        self._loop = loop
        config = folder / "stbpi.toml"
        config.write_text(CONFIG.format(folder=folder), encoding="utf-8")
        profile = load_profile("direct-9")
        self._table = Table(profile.tray_sides, Timing(), lambda: bytes(32))
        setup = MatchSetup(rule_set("classic"), ("Anna",), "electronic", bytes(32))
        self._table.prepare(setup, loop.micros)
        self.happened: list[Event] = []
        loop.run_until_complete(self._move_in(config, profile, simulated))

    async def _move_in(self, config, profile, simulated) -> None:
        self.switches = Switches(load_settings(config), profile, FaultBoard(), self._happens)
        if simulated:
            self.switches.open()

    def _happens(self, event: Event) -> None:
        self.happened.append(event)
        self._table.handle(event, self._loop.micros)

    def put(self, whose: str = "") -> None:
        self._loop.run_until_complete(self.switches.fingers.put(whose))

    def lift(self, whose: str = "", *, pressed: bool = True) -> None:
        self._loop.run_until_complete(self.switches.fingers.lift(whose, pressed=pressed))

    def keep(self, whose: str = "") -> None:
        async def keep() -> None:
            self.switches.fingers.keep(whose)

        self._loop.run_until_complete(keep())

    def press(self, hold_ms: int) -> None:
        self._loop.run_until_complete(self.switches.press(hold_ms))

    def wait(self, seconds: float) -> None:
        self._loop.run_for(seconds)
        self._table.handle(Tick(), self._loop.micros)

    @property
    def code(self) -> PromptCode:
        return self._table.view.prompt.code

    @property
    def releasing(self) -> Offer | None:
        self._table.handle(Tick(), self._loop.micros)
        return self._table.view.prompt.releasing


@contextmanager
def at_home(folder: Path, *, simulated: bool = True) -> Iterator[AtHome]:
    with virtual_loop() as loop:
        home = AtHome(loop, folder, simulated=simulated)
        try:
            yield home
        finally:
            loop.run_until_complete(home.switches.close())


@pytest.fixture(params=[True, False], ids=["simulated", "no-pin"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AtHome]:
    with at_home(tmp_path, simulated=request.param) as home:
        yield home


def test_the_hold_lasts_as_long_as_the_finger_stays(home):
    home.put()
    assert (home.code, home.releasing) == ("press_to_start", "start")
    home.wait(0.5)
    home.lift()
    assert (home.code, home.releasing) == ("press_to_roll", None)
    home.press(60)
    assert home.code == "close_flaps"
    home.put()
    home.wait(3.1)
    assert home.releasing == "undo"
    home.lift()
    assert home.code == "press_to_roll"


def test_the_button_is_down_while_any_finger_is_on_it(home):
    home.put("a phone")
    home.put("another")
    home.lift("a phone")
    assert (home.code, home.releasing) == ("press_to_start", "start")
    home.press(60)
    assert (home.code, home.releasing) == ("press_to_start", "start")
    home.lift("a phone")
    assert home.releasing == "start"
    home.lift("another")
    assert (home.code, home.releasing) == ("press_to_roll", None)


def test_a_forgotten_finger_is_taken_off_and_has_pressed_nothing(home):
    home.press(60)
    home.press(60)
    assert home.code == "close_flaps"
    home.put()
    home.wait(FORGOTTEN_S - 0.5)
    assert home.switches.fingers
    home.wait(1)
    assert not home.switches.fingers
    assert (home.code, home.releasing) == ("close_flaps", None)
    home.keep()
    assert not home.switches.fingers
    home.wait(10)
    home.lift()
    assert home.code == "close_flaps"
    home.press(3100)
    assert home.code == "press_to_roll"


def test_a_finger_that_says_it_is_still_there_opens_the_menu(home):
    home.put("a page")
    for _ in range(3):
        home.wait(FORGOTTEN_S / 2)
        home.keep("a page")
    home.wait(1)
    assert home.code == "menu"


def test_a_press_of_a_given_length_is_not_forgotten(home):
    home.press(8100)
    assert home.code == "menu"


def test_a_press_called_off_is_none(home):
    home.put()
    home.lift(pressed=False)
    assert (home.code, home.releasing) == ("press_to_start", None)
    home.put()
    home.lift()
    assert home.code == "press_to_roll"


def test_a_finger_that_comes_down_twice_begins_anew(home):
    home.press(60)
    home.press(60)
    home.put()
    home.wait(3.1)
    assert home.releasing == "undo"
    home.put()
    assert (home.code, home.releasing) == ("close_flaps", None)
    home.lift()
    assert home.code == "close_flaps"


def test_lifting_a_finger_that_is_not_there_is_nothing(home):
    home.lift()
    home.lift("nobody", pressed=False)
    assert home.code == "press_to_start"


def test_a_finger_on_a_simulated_tray_bounces_and_follows_a_press_under_way(tmp_path):
    with at_home(tmp_path) as home:
        loop = home._loop
        pressing = loop.create_task(home.switches.press(200))
        loop.run_for(0.1)
        home.put()
        assert pressing.done()
        assert (home.code, home.releasing) == ("press_to_roll", "throw")
        home.lift()
        assert home.code == "close_flaps"


def test_a_press_whose_end_overtook_its_beginning_does_not_stay(home):
    home.lift("a page")
    home.lift("a page", pressed=False)
    home.put("a page")
    assert not home.switches.fingers
    assert (home.code, home.releasing) == ("press_to_start", None)
    # Only that one press: the next is one, and so is one that comes too late to have been meant.
    home.put("a page")
    assert home.releasing == "start"
    home.lift("a page", pressed=False)
    home.lift("a page", pressed=False)
    home.wait(OVERTAKEN_S + 0.1)
    home.put("a page")
    assert home.releasing == "start"
    # Programs without a name are not told apart: what one calls off is not what another begins.
    home.lift("a page", pressed=False)
    home.lift(pressed=False)
    home.put()
    assert home.releasing == "start"
