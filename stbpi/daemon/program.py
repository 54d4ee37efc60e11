"""Joins the rooms for one run: opens them in order, lets them play, and closes them in the opposite order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
from collections.abc import Callable
from datetime import datetime
from typing import Any

from stbpi.config import Settings
from stbpi.daemon.adviser import NEVER, Adviser, available
from stbpi.daemon.away import by_people, keep
from stbpi.daemon.census import Census
from stbpi.daemon.chronicle import Chronicle
from stbpi.daemon.coach import Coach
from stbpi.daemon.complaints import Complaints
from stbpi.daemon.displays import displays_of
from stbpi.daemon.failure import DaemonFailed
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.flap_faults import FlapFaults
from stbpi.daemon.house import House
from stbpi.daemon.keeper import Keeper
from stbpi.daemon.lateness import Lateness
from stbpi.daemon.offers import configured_choices, offers_of, that_can_be
from stbpi.daemon.phones import phone_address, token_is_made, token_of
from stbpi.daemon.power import Power
from stbpi.daemon.recorder import Recorder
from stbpi.daemon.screens import Screens
from stbpi.daemon.service import MatchMaker, Publisher, Secrets
from stbpi.daemon.switches import Switches
from stbpi.daemon.tally import Tally
from stbpi.daemon.thinking import Thinking
from stbpi.daemon.watched import Watched
from stbpi.daemon.workshop import Workshop
from stbpi.house import Players
from stbpi.store import StoredMatch
from stbpi.store.choices import ChoicesFile, choices_file
from stbpi.table.events import Event, FlapRef, Micros
from stbpi.table.setup import MatchSetup, Timing
from stbpi.table.table import Table, TableRefusal
from stbpi.tray.larger import with_larger_tray
from stbpi.tray.profile import Profile
from stbpi.tray.profile_cautions import cautions

log = logging.getLogger("stbpi")

CLOSING_S = 0.9
"""The longest any one part may take to close; all five of them together stay under the 5 s a stop may take."""


async def play(
    settings: Settings,
    profile: Profile,
    sock: socket.socket,
    stop: asyncio.Event,
    since_start: Callable[[], float],
) -> None:
    """Run the tray until ``stop`` is set.

    Raises TableRefusal where the configured rules cannot be played on the profile's tray.
    """
    simulated = settings.board.backend == "simulated"
    loop = asyncio.get_running_loop()
    faults = FaultBoard(loop.time)
    settings = by_people(settings, faults)
    offers = offers_of(settings, profile)
    kept = ChoicesFile(choices_file(settings.store.path), configured_choices(settings))
    choices = that_can_be(kept.load(), offers)
    fresh = Secrets(settings.dice.seed)
    maker = MatchMaker(settings.rule_book, fresh)
    async with contextlib.AsyncExitStack() as closing:
        loop.set_exception_handler(Complaints(faults))
        watched = Watched()
        closing.callback(watched.close)
        opening = asyncio.create_task(Recorder.open(settings.store.path, kept, faults))
        if await _stopped_before(stop, opening):
            # A locked database may be waited for; somebody who wants the program to end is not kept waiting with it.
            return
        recorder = opening.result()
        closing.push_async_callback(_within, recorder.close, "the journal")

        players = Players()
        table = Table(profile.tray_sides, _timing(settings), fresh.next, offers, choices, players)
        thinking = Thinking(players)
        closing.callback(thinking.close)
        keeper = Keeper(table, recorder, thinking)

        tally = Tally()
        recorder.written = tally.journal.add

        def heard(event: Event) -> None:
            tally.heard(event)
            flap_faults.heard(event)
            keeper.post(event)

        switches = Switches(settings, profile, faults, heard)
        census = Census(settings.store.path.with_name(settings.store.path.name + ".flaps.json"))
        flap_faults = FlapFaults(
            faults,
            census,
            lambda: switches.changes,
            lambda: switches.picture,
            keeper.post,
            lambda: switches.ambiguous,
        )
        for caution in cautions(profile):
            log.warning("profile %s: %s", profile.name, caution)
        switches.open()
        flap_faults.start()
        closing.push_async_callback(_within, switches.close, "the tray")
        configured = maker.setup(settings.game.rules, settings.game.players, choices.dice_source)
        try:
            _lay(table, configured, recorder.found, switches, flap_faults.known, faults)
        except TableRefusal as refusal:
            raise with_larger_tray(refusal, configured, simulated=simulated) from refusal

        # Pillow and the panel drivers come in here, before aiohttp: people look at the screen first.
        from stbpi.daemon.panels import Panels
        from stbpi.daemon.telling import tell

        panels = Panels(
            displays_of(settings, profile),
            simulated=simulated,
            faults=faults,
            turns=switches.locks.i2c,
        )
        screens = Screens(panels)
        power = Power(settings.power.shutdown, faults, keeper.post)
        closing.push_async_callback(
            _within, lambda: screens.close(panels.leave if power.going_down else panels.close), "the screens"
        )
        closing.push_async_callback(_within, power.close, "the command that shuts down")
        publisher = Publisher(table.view, tell)
        # The wall's clock is asked anew for every sound: however it jumps, no timer hangs on it.
        quiet = settings.sound.quiet
        page_at = sock.getsockname()[:2]
        workshop = Workshop(switches, profile, settings.store.path, page_at, lambda: house.know_more())
        adviser = Adviser(_hints(settings))
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
            quiet_now=lambda: quiet is not None and quiet.holds(datetime.now().time()),
            tally=tally,
            adviser=adviser,
            coach=Coach(adviser, publisher.tell_turns, lambda: table.history, wanted=settings.game.trainer),
        )
        closing.callback(house.close)
        lateness = Lateness(faults, tally.lag.add)
        closing.callback(lateness.close)
        await screens.drawn()
        log.info("first screen %.3f s after the start", since_start())

        from stbpi.web.server import serve

        web = settings.web
        server = await serve(
            house,
            sock,
            token=token_of(settings),
            token_made=token_is_made(web),
            simulated=simulated,
            hosts=[*web.names, *([web.address] if web.address else [])],
            find_address=lambda: phone_address(web, page_at),
        )
        closing.push_async_callback(_within, server.close, "the page")
        log.info("the page is up %.3f s after the start", since_start())
        # Everything imported and built so far stays for good: the collector need not look at it again while people
        # wait for a prompt.
        gc.collect()
        gc.freeze()
        lateness.start()

        recorder.found_late = lambda found: keeper.arrange(
            lambda table, now: _take_up_late(table, found, switches, now, faults)
        )
        chronicle = Chronicle(recorder, publisher.latest.view, keeper.post)
        closing.push_async_callback(_within, chronicle.close, "the history")
        publisher.subscribe(chronicle.shown)
        owner = asyncio.create_task(keeper.run(house.show, house.signal), name="keeper")
        watched.ready()
        await _stopped_before(stop, owner)
        watched.stopping()
        keeper.stop()
        await asyncio.wait([owner], timeout=CLOSING_S)
        if not owner.done():
            log.warning("the disk did not answer within %.1f s; what it has not taken is lost", CLOSING_S)
        elif (error := owner.exception()) is not None:
            raise DaemonFailed(
                f"the table stopped ({error!r}); started again it goes on where it was"
            ) from error


async def _stopped_before(stop: asyncio.Event, work: asyncio.Task[Any]) -> bool:
    """Wait for work or for being told to stop, whichever is first; whether it was the latter."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait([work, stopping], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    return not work.done()


def _hints(settings: Settings) -> str:
    """When hints are allowed; the log says where they, or the trainer, keep still all the same."""
    if settings.game.hints != NEVER and not available():
        log.warning("no hints are given: they need NumPy, which pip install 'stbpi[odds]' brings")
    if settings.game.trainer and settings.game.hints == NEVER:
        log.warning("the trainer keeps still: it speaks where hints are given, see hints under [game]")
    return settings.game.hints


def _timing(settings: Settings) -> Timing:
    timing = settings.timing
    return Timing(settle_ms=timing.settle_ms, dim_after_s=timing.dim_after_s, off_after_s=timing.off_after_s)


def _lay(
    table: Table,
    configured: MatchSetup,
    found: StoredMatch | None,
    switches: Switches,
    doubted: frozenset[FlapRef],
    faults: FaultBoard,
) -> None:
    """Lay the table as it was left; without a match to go on with, with the configured one prepared."""
    now = switches.now()
    table.prepare(configured, now)
    if found is not None:
        try:
            _take_up(table, found, switches, now, doubted)
        except TableRefusal as error:
            # Another tray is connected than before, say. The journal keeps the match; it cannot go on here.
            table.prepare(configured, now)
            keep(table, found, error, faults)


def _take_up(
    table: Table, found: StoredMatch, switches: Switches, now: Micros, doubted: frozenset[FlapRef]
) -> None:
    if found.started:
        table.restore(found.setup, found.decisions, found.seen, switches.picture, now, doubted, found.counted)
    else:
        table.prepare(found.setup, now)


def _take_up_late(
    table: Table, found: StoredMatch, switches: Switches, now: Micros, faults: FaultBoard
) -> None:
    """Take up a match whose journal only now can be read, unless people have begun another meanwhile."""
    if table.view.match is None:
        try:
            _take_up(table, found, switches, now, table.view.doubted)
        except TableRefusal as error:
            keep(table, found, error, faults)


async def _within(close: Callable[[], object], what: str) -> None:
    """Close one part; one that does not get done in time must not keep the others from being closed."""
    try:
        await asyncio.wait_for(close(), CLOSING_S)  # type: ignore[arg-type]
    except TimeoutError:
        log.warning("%s did not close within %.1f s", what, CLOSING_S)
