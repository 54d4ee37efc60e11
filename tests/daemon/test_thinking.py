"""The house thinks beside the game: whoever goes on with its match waits for it, the loop does not."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from stbpi.daemon.keeper import Keeper
from stbpi.daemon.thinking import Thinking
from stbpi.house import Players
from stbpi.odds.company import gathered
from stbpi.rules import Match, Phase, rule_set
from stbpi.table.events import ButtonDown, ButtonUp, FlapsSeen, PrepareMatch
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Outcome
from stbpi.web.service import EndingError

PEOPLE = ("Ann", "Ben", "House perfect")


class Slow(Players):
    """Thinks until it is told to be done."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.about: list[Match] = []

    def think(self, match: Match) -> None:
        self.about.append(match)
        # Bounded, so that a test that fails ends.
        self.may_go_on.wait(60)


class Nowhere:
    """A disk that takes everything at once."""

    async def record(self, outcome: Outcome) -> None:
        pass


def keeper_of(player: Players, players: tuple[str, ...] = PEOPLE) -> tuple[Table, Keeper, Thinking]:
    thinking = Thinking(player)
    table = Table(TraySides((tuple(range(1, 10)),)), Timing(), lambda: bytes(32), house=player)
    keeper = Keeper(table, Nowhere(), thinking)
    table.prepare(MatchSetup(rule_set("classic"), players, "electronic", bytes(32)), keeper.now())
    return table, keeper, thinking


def press(keeper: Keeper) -> None:
    keeper.post(ButtonDown())
    keeper.post(ButtonUp())


async def playing(keeper: Keeper) -> asyncio.Task[None]:
    task = asyncio.create_task(keeper.run(lambda outcome, view: None, lambda signal: None))
    keeper.post(FlapsSeen((frozenset(),)))
    await keeper.idle()
    return task


@asynccontextmanager
async def slow_house() -> AsyncIterator[tuple[Slow, Table, Keeper, asyncio.Task[None]]]:
    """A table that is kept, and a house that thinks as long as it may."""
    player = Slow()
    table, keeper, thinking = keeper_of(player)
    try:
        yield player, table, keeper, await playing(keeper)
    finally:
        player.may_go_on.set()
        thinking.close()


def test_a_match_begins_while_the_house_thinks_and_goes_on_when_it_has_thought() -> None:
    async def test() -> None:
        async with slow_house() as (player, table, keeper, running):
            press(keeper)
            answered = asyncio.ensure_future(keeper.idle())
            while table.view.match is None:
                await asyncio.sleep(0)
            press(keeper)
            for _ in range(1000):
                await asyncio.sleep(0)
            # The loop went round a thousand times; the throw waits.
            assert table.view.match.phase is Phase.ROLL
            assert table.view.match.dice == ()
            player.may_go_on.set()
            await answered
            await keeper.idle()
            assert table.view.match.dice != ()
            keeper.stop()
            await running
            assert player.about[0] == Match.start(rule_set("classic"), PEOPLE)
            # Thought about once as prepared, and then as it stood after each event.
            assert len(player.about) == 3

    asyncio.run(test())


def test_whoever_goes_through_the_sets_leaves_no_queue_of_thoughts_behind() -> None:
    async def test() -> None:
        async with slow_house() as (player, _, keeper, running):
            for name in ("pub", "thai", "odds", "classic"):
                await keeper.ask(PrepareMatch(MatchSetup(rule_set(name), PEOPLE, "electronic", bytes(32))))
            press(keeper)
            player.may_go_on.set()
            await keeper.idle()
            await keeper.idle()
            keeper.stop()
            await running
            # The first was begun before the others were chosen.
            assert {match.rules.name for match in player.about} == {"classic"}

    asyncio.run(test())


def test_who_ends_the_program_does_not_wait_for_a_thought() -> None:
    async def test() -> None:
        async with slow_house() as (player, table, keeper, running):
            press(keeper)
            while table.view.match is None:
                await asyncio.sleep(0)
            asked = [asyncio.ensure_future(keeper.ask(event)) for event in (ButtonDown(), ButtonUp())]
            await asyncio.sleep(0)
            keeper.stop()
            await running
            assert table.view.match.dice == ()
            assert not player.may_go_on.is_set()
            # Nobody is left waiting: not who waited for the thought, not who came after, not who comes now.
            for waiting in (*asked, asyncio.ensure_future(keeper.idle())):
                with pytest.raises(EndingError):
                    await asyncio.wait_for(waiting, 20)

    asyncio.run(test())


def test_without_a_perfect_player_nobody_thinks() -> None:
    async def test() -> None:
        for players in (("Ann", "Ben"), ("Ann", "House careful")):
            player = Slow()
            table, keeper, thinking = keeper_of(player, players)
            running = await playing(keeper)
            press(keeper)
            press(keeper)
            await keeper.idle()
            assert table.view.match.dice != ()
            assert player.about == []
            keeper.stop()
            await running
            thinking.close()

    asyncio.run(test())


def test_what_fails_while_thinking_does_not_stop_the_table() -> None:
    class Failing(Slow):
        def think(self, match: Match) -> None:
            raise MemoryError

    async def test() -> None:
        table, keeper, thinking = keeper_of(Failing())
        running = await playing(keeper)
        press(keeper)
        press(keeper)
        await keeper.idle()
        assert table.view.match.dice != ()
        keeper.stop()
        await running
        thinking.close()

    asyncio.run(test())


def test_what_three_on_a_row_can_find_is_known_before_anybody_throws() -> None:
    async def test() -> None:
        gathered.cache_clear()
        _, keeper, thinking = keeper_of(Players(), ("House perfect", "Ann", "Ben"))
        running = await playing(keeper)
        press(keeper)
        await keeper.idle()
        press(keeper)
        await keeper.idle()
        keeper.stop()
        await running
        thinking.close()
        together = gathered(rule_set("classic"), 3, 1)
        assert together._crowds.keys() == set(together._needed(together.first))

    asyncio.run(test())
