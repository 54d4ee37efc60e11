"""The daemon's own objects on one loop, joined as ``stbpi.daemon.program`` joins them, with a watch held to them.

The web server is left out: the road that is measured ends where the snapshot is published and where the panel gets
its first byte. Instants are microseconds of the loop's clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from PIL import Image

from stbpi.config import Override, load_settings
from stbpi.daemon.adviser import NEVER, Adviser
from stbpi.daemon.census import Census
from stbpi.daemon.coach import Coach
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.flap_faults import FlapFaults
from stbpi.daemon.house import House
from stbpi.daemon.keeper import Keeper
from stbpi.daemon.offers import configured_choices
from stbpi.daemon.panels import Panels
from stbpi.daemon.power import Power
from stbpi.daemon.recorder import Recorder
from stbpi.daemon.screens import Screens
from stbpi.daemon.service import MatchMaker, Publisher, Secrets
from stbpi.daemon.switches import Switches
from stbpi.daemon.tally import Tally
from stbpi.daemon.telling import tell
from stbpi.daemon.workshop import Workshop
from stbpi.display.model import COMMAND
from stbpi.store import ResilientJournal
from stbpi.store.choices import ChoicesFile, choices_file
from stbpi.store.journal import Connect
from stbpi.table.events import FlapRef, Micros
from stbpi.table.setup import Timing
from stbpi.table.table import Table
from stbpi.table.view import Rest, TableView
from stbpi.tray import Tray
from stbpi.tray.profile import load_profile
from stbpi.web.service import Snapshot

SETTLE_MS = 100
"""A sixth of what people get, so that a run holds more matches. What is measured begins when it is over."""

LONGEST_S = 5.0
"""A snapshot that has not come by then never comes, and there is nothing to measure."""

NO_OPERATION = (0xE3,)
"""What a panel is asked now and then to see whether it is there; no part of a picture."""


def now() -> Micros:
    """The clock of the loop, read from any thread."""
    return time.monotonic_ns() // 1000


class Watch:
    """Notes when what was published, and when the panel got the first byte of each picture drawn."""

    def __init__(self, panels: Panels) -> None:
        self.published: list[tuple[Micros, TableView]] = []
        self.first_bytes: list[tuple[Micros, TableView]] = []
        """Only of pictures handed over while the bus was free, so that the byte is theirs for certain."""
        self.more = asyncio.Event()
        self._panels = panels
        self._drawn: TableView | None = None
        self._awaited: TableView | None = None
        (self._display,) = panels._displays.each
        model = self._display.model
        assert model is not None
        self._receive, self._show = model.receive, self._display.show
        # Instance attributes in front of the methods: the objects are the real ones, only looked at.
        model.receive = self._byte  # type: ignore[method-assign]
        self._display.show = self._handed_over  # type: ignore[method-assign]

    def snapshot(self, snapshot: Snapshot) -> None:
        """A listener of the publisher."""
        self.published.append((now(), snapshot.view))
        self.more.set()

    # What the screens draw on, with the panels behind it.

    def draw(self, view: TableView, frame: int) -> None:
        self._drawn = view
        self._panels.draw(view, frame)

    def rest(self, rest: Rest) -> None:
        self._panels.rest(rest)

    def _handed_over(self, image: Image.Image) -> None:
        self._awaited = self._drawn if self._display.settle(0) else None
        self._show(image)

    def _byte(self, control: int, payload: Iterable[int]) -> None:
        at = now()
        sent = tuple(payload)
        if self._awaited is not None and not (control == COMMAND and sent == NO_OPERATION):
            self.first_bytes.append((at, self._awaited))
            self._awaited = None
        self._receive(control, sent)


class Hands(Protocol):
    """Who moves the flaps and presses the button. Each gives the instant of the last edge, which may be to come."""

    def flap(self, side: int, flap: int, closed: bool) -> Micros:
        """Close or raise a flap."""

    def button(self, hold_ms: int) -> Micros:
        """Press the dice button for so long."""


class Station:
    """A running tray in this process."""

    def __init__(
        self,
        tray: Tray,
        hands: Hands,
        publisher: Publisher,
        watch: Watch,
        window: Micros,
        owner: asyncio.Task[None],
    ) -> None:
        self.hands = hands
        self.watch = watch
        self.window = window
        """The debounce window."""
        self._tray = tray
        self._publisher = publisher
        self._owner = owner
        owner.add_done_callback(lambda _: watch.more.set())

    @property
    def view(self) -> TableView:
        """What stands now."""
        return self._publisher.latest.view

    @property
    def published(self) -> int:
        """How many snapshots there have been."""
        return len(self.watch.published)

    async def published_from(self, due: Micros, known: int) -> int:
        """The number of the first snapshot from ``known`` on that was published at ``due`` or later."""
        async with asyncio.timeout(LONGEST_S):
            while True:
                for number in range(known, self.published):
                    if self.watch.published[number][0] >= due:
                        return number
                if self._owner.done():
                    # Whoever owns the table has failed: nothing will come any more, and this says why.
                    self._owner.result()
                self.watch.more.clear()
                await self.watch.more.wait()

    def began(self, side: int, flap: int) -> Micros:
        """The first edge of a flap's last movement that was debounced: the rest of the tray is counted from it."""
        for contact, done in self._tray.statistics.items():
            if contact.of == FlapRef(side, flap) and done.last_change is not None:
                return done.last_change
        raise LookupError(f"flap {flap} on side {side} has not moved")


@contextlib.asynccontextmanager
async def station(folder: Path, connect: Connect, hands: Hands | None = None) -> AsyncIterator[Station]:
    """Open a station with a journal of its own in ``folder``; closed in the opposite order.

    Without ``hands`` the tray is simulated; with them it is at the pins of a real header, and they move what is there.
    """
    overrides: list[Override] = [
        Override(("board", "backend"), "simulated" if hands is None else "gpio", "the bench"),
        Override(("dice", "seed"), 1, "the bench"),
        Override(("timing", "settle_ms"), SETTLE_MS, "the bench"),
    ]
    settings = load_settings(None, overrides, environment={"HOME": str(folder)})
    profile = load_profile(settings.board.profile)
    fresh = Secrets(settings.dice.seed)
    maker = MatchMaker(settings.rule_book, fresh)
    faults = FaultBoard()
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
    loop = asyncio.get_running_loop()

    def open_journal() -> ResilientJournal:
        return ResilientJournal.open(settings.store.path, time.time(), connect=connect)

    async with contextlib.AsyncExitStack() as closing:
        kept = ChoicesFile(choices_file(settings.store.path), configured_choices(settings))
        recorder = Recorder(await loop.run_in_executor(thread, open_journal), kept, thread, faults)
        closing.push_async_callback(recorder.close)
        table = Table(profile.tray_sides, Timing(settle_ms=settings.timing.settle_ms), fresh.next)
        keeper = Keeper(table, recorder)
        switches = Switches(settings, profile, faults, keeper.post)
        switches.open()
        closing.push_async_callback(switches.close)
        table.prepare(
            maker.setup(settings.game.rules, settings.game.players, settings.dice.source), keeper.now()
        )
        panels = Panels(profile.displays[:1], simulated=True, faults=faults)
        watch = Watch(panels)
        screens = Screens(watch)
        closing.push_async_callback(lambda: _awaited(screens.close(panels.close)))
        publisher = Publisher(table.view, tell)
        flap_faults = FlapFaults(
            faults, Census(None), lambda: switches.changes, lambda: switches.picture, keeper.post
        )
        workshop = Workshop(switches, profile, settings.store.path, ("127.0.0.1", 0), lambda: None)
        power = Power((), faults, keeper.post)
        adviser = Adviser(NEVER)
        house = House(
            maker,
            faults,
            keeper,
            publisher,
            screens,
            panels,
            switches,
            flap_faults,
            workshop,
            power,
            quiet_now=lambda: False,
            tally=Tally(),
            adviser=adviser,
            coach=Coach(adviser, publisher.tell_turns, lambda: table.history, wanted=False),
        )
        publisher.subscribe(watch.snapshot)
        await screens.drawn()
        owner = asyncio.create_task(keeper.run(house.show, house.signal))
        closing.push_async_callback(_stopped, keeper.stop, owner)
        tray = switches.tray
        assert tray is not None, [fault.message for fault in faults.standing]
        if hands is None:
            hands = tray.simulator
            assert hands is not None
        yield Station(tray, hands, publisher, watch, profile.debounce_ms * 1000, owner)


async def _awaited(future: asyncio.Future[None]) -> None:
    await future


async def _stopped(stop: Callable[[], None], owner: asyncio.Task[None]) -> None:
    stop()
    await owner
