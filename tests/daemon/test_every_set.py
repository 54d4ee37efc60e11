"""A full match of every rule set through the running daemon, by guests who only follow the prompts.

The matches are played side by side, a few on each of several daemons whose simulated trays are long and many-sided
enough; each then has a test of its own.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from PIL import Image

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.locale import catalogue
from stbpi.rules import Match, rule_set_names
from stbpi.rules.actions import Decision, Roll, RollAgain
from stbpi.rules.history import History
from stbpi.store.past import read_past
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.setup import MatchSetup, TraySides
from stbpi.table.view import TableView
from tests.display.glass_reading import stands_on
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon, State, Timeout

DEBOUNCE_MS = 10
MOST_STEPS = 2000
PUT_RIGHT = {"raise_flaps", "reopen", "close_again", "not_your_side"}
NAMES = ("Anna", "Ben", "Cléo", "Dora", "Emil", "Fay", "Gus", "Hedy")

OURS = """
[rules.ours]
base = "tray"
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 11]
combine = "either"
doubles = "again_after_or_three"
scoring = "count"
match = "rounds"
rounds = 2
stake = 50
shut_multiplier = 3

[rules.long]
base = "three-hundred"
flaps = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 30, 36, 42, 48]
die_sides = 12
max_flaps = 1
scoring = "digits"
match = "rounds"
rounds = 2

[rules.long-single]
base = "three-hundred"
flaps = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
die_sides = 12
max_flaps = 1
scoring = "digits"
"""

LONG_ROW = """
title = "One row of twenty-four and four more"

[[side]]
flaps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 30, 36, 42, 48]
on = "simulated"

[[button]]
role = "dice"
pin = 16

[[display]]
driver = "ssd1306"
"""


@dataclass(frozen=True)
class Case:
    """One match. ``rounds``: an open match is stopped after so many. ``hold``: how likely guests hold the button where
    a hold is offered. ``clumsy``: they also move flaps nobody asked for, and then do as they are told.
    """

    rules: str
    variants: tuple[str, ...] = ()
    axes: Mapping[str, Any] = field(default_factory=dict)
    players: int = 2
    rounds: int = 0
    hold: float = 0.0
    clumsy: float = 0.0

    def __str__(self) -> str:
        axes = [f"{axis}={value}" for axis, value in self.axes.items()]
        return " ".join([self.rules, *self.variants, *axes, f"for {self.players}"])


TABLES: Mapping[str, Sequence[Case]] = {
    "simulated-4x12": (
        Case("tray", players=4, hold=0.3, clumsy=0.15),
        Case("tray", ("common", "express"), {"flaps": 12}, players=3, hold=0.3),
    ),
    "simulated-4x12 too": (
        Case("tray", ("common",), players=4, hold=0.3, clumsy=0.3),
        Case("tray", ("express",), {"flaps": 9}),
        Case("ours", players=3, hold=0.3, clumsy=0.1),
    ),
    "simulated-6x12": (
        Case("numbers", (), {"flaps": 12}, players=6, hold=0.5, clumsy=0.1),
        Case("numbers", hold=0.5),
        Case("knock-out", players=4),
    ),
    "simulated-6x12 too": (
        Case("classic", ("hundred",)),
        *(Case(name) for name in ("thai", "two-to-go", "three-to-go", "three-down", "lucky-seven")),
        *(Case(name) for name in ("unlucky-seven", "odds", "evens", "full-house", "doubles-up")),
    ),
    "long-row.toml": (
        Case("three-hundred"),
        Case("long"),
        Case("long-single"),
        Case("classic", players=8, clumsy=0.1),
        Case("classic", ("one-die", "two-flaps"), players=1, hold=0.5),
        Case("classic", ("digits",), players=3),
        Case("pub", (), {"stake": 50}, players=5, rounds=2, hold=0.5),
    ),
}
CASES = [case for cases in TABLES.values() for case in cases]


@dataclass(frozen=True)
class Played:
    """What a match came to: every state that people saw, what the journal holds, and what the rules make of that."""

    states: tuple[State, ...]
    decisions: tuple[Decision, ...]
    match: Match
    glass: Image.Image


async def play(daemon: RunningDaemon, case: Case) -> list[State]:
    """Play one match from the first press to the end."""
    chance = Random(str(case))
    players = list(NAMES[: case.players])
    state = await daemon.post(
        "match", rules=case.rules, variants=list(case.variants), axes=dict(case.axes), players=players
    )
    states = [state]
    while state["prompt"]["code"] != "match_over":
        if state["prompt"]["code"] == "round_over" and case.rounds and state["round"] >= case.rounds:
            state = await daemon.post("stop")
        else:
            if chance.random() < case.clumsy and (told := await fumble(daemon, state, chance)) is not None:
                states.append(state := told)
            state = await follow_prompt(daemon, state, chance.choice, hold=chance.random() < case.hold)
        states.append(state)
        assert len(states) < MOST_STEPS, "the match does not end"
    return states


async def fumble(daemon: RunningDaemon, state: State, chance: Random) -> State | None:
    """Move a flap of any player who plays the wrong way, while flaps mean something; gives what the tray says to it."""
    if state["prompt"]["code"] not in {"press_to_roll", "close_flaps"}:
        return None
    player = chance.choice([player for player in state["players"] if player["status"] == "playing"])
    possible = {flap for move in player["legal_moves"] for flap in move}
    closed = set(state["tray"][player["side"]]) & set(state["rules"]["flaps"])
    wrong = closed | set(player["open"]) - possible
    if not wrong:
        return None
    flap = {"side": player["side"], "flap": chance.choice(sorted(wrong))}
    await daemon.post("sim/flap", **flap, closed=flap["flap"] not in closed)
    told = await daemon.until(lambda now: now["prompt"]["code"] in PUT_RIGHT)
    assert flap in told["prompt"]["flaps"] + told["prompt"]["close"]
    return told


async def play_all(folder: Path, tray: str, cases: Sequence[Case]) -> dict[str, Played | Exception]:
    """Play matches one after the other on one daemon; after one that fails no other is played."""
    folder.mkdir()
    (folder / "long-row.toml").write_text(LONG_ROW, encoding="utf-8")
    results: dict[str, Played | Exception] = {}
    board = f'\n[board]\nprofile = "{tray.removesuffix(" too")}"\n'
    daemon = RunningDaemon(folder, "--dice-seed", "3", debounce_ms=DEBOUNCE_MS, more_config=OURS + board)
    try:
        async with daemon:
            for case in cases:
                states = await play(daemon, case)
                kept = read_past(daemon.store)[-1].open()
                match = History.fold(kept.setup.rules, kept.setup.players, kept.decisions).match
                screen = screen_at_the_end(kept.setup, match)
                await glass_shows(daemon, screen)
                results[str(case)] = Played(tuple(states), kept.decisions, match, screen)
    except (AssertionError, aiohttp.ClientError, OSError) as error:
        results |= {str(case): error for case in cases[len(results) :] or cases[-1:]}
    return results


def screen_at_the_end(setup: MatchSetup, match: Match) -> Image.Image:
    """What the OLED has to show of a match that is over."""
    prompt = Prompt(code=PromptCode.MATCH_OVER, winners=tuple(match.winners), press=Offer.NEW_MATCH)
    nothing: tuple[frozenset[int], ...] = ()
    view = TableView(setup, match, prompt, TraySides(()), nothing, nothing, can_undo=True, can_redo=False)
    return draw(compose(view, catalogue("en")))


async def glass_shows(daemon: RunningDaemon, screen: Image.Image) -> None:
    """Return once the OLED shows this; a panel is never waited for, so it may be a moment behind."""
    async with asyncio.timeout(Timeout):
        while True:
            async with daemon.session.get(daemon.address + "/api/v1/oled.png") as reply:
                with Image.open(io.BytesIO(await reply.read())) as shown_now:
                    if shown_now.convert("1").tobytes() == screen.tobytes():
                        return


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played | Exception]:
    folder = tmp_path_factory.mktemp("tables")

    async def tables() -> list[dict[str, Played | Exception]]:
        return await asyncio.gather(*(play_all(folder / tray, tray, cases) for tray, cases in TABLES.items()))

    results: dict[str, Played | Exception] = {}
    for of_table in asyncio.run(tables()):
        results |= of_table
    return results


def test_no_rule_set_is_left_out() -> None:
    assert {case.rules for case in CASES} >= set(rule_set_names())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_is_played_to_its_end(case: Case, played: dict[str, Played | Exception]) -> None:
    result = played[str(case)]
    if isinstance(result, Exception):
        raise result
    last = result.states[-1]
    assert last["prompt"]["code"] == "match_over"
    assert shown(last) == folded(result.match)
    assert all(state["prompt"]["text"] for state in result.states)


def all_played(played: Mapping[str, Played | Exception]) -> list[Played]:
    return [one for one in played.values() if isinstance(one, Played)]


def test_guests_were_told_everything_there_is_to_be_told(played: dict[str, Played | Exception]) -> None:
    told = {state["prompt"]["code"] for one in all_played(played) for state in one.states}
    assert told >= {*PUT_RIGHT, "close_flaps", "confirm", "blocked", "passed", "round_over", "match_over"}


def test_holding_the_button_threw_one_die_and_threw_again(played: dict[str, Played | Exception]) -> None:
    decisions = [decision for one in all_played(played) for decision in one.decisions]
    assert any(isinstance(decision, Roll) and len(decision.dice) == 1 for decision in decisions)
    assert any(isinstance(decision, RollAgain) for decision in decisions)


def test_money_is_neither_made_nor_lost(played: dict[str, Played | Exception]) -> None:
    staked = [one for one in all_played(played) if one.match.rules.stake]
    assert {one.match.rules.name for one in staked} == {"pub", "ours"}
    for one in staked:
        assert any(any(player["balance"] for player in state["players"]) for state in one.states)
        for state in one.states:
            assert sum(player["balance"] for player in state["players"]) + state["pool"] == 0


def test_scores_beyond_64_bits_come_through_whole(played: dict[str, Played | Exception]) -> None:
    """From the journal to the page's numbers and texts; on the OLED ``glass_shows`` has seen them."""
    (long,) = [one for one in all_played(played) if one.match.rules.name == "long"]
    last = long.states[-1]
    for seat, player in enumerate(last["players"]):
        assert player["total"] == long.match.totals[seat] > 2**64
        assert player["total_text"] == str(long.match.totals[seat])
        assert player["score_text"] == str(long.match.round_scores[seat])
    assert [row["total_text"] for row in last["standings"]] == [
        str(row.total) for row in long.match.standings
    ]


def test_numbers_of_up_to_24_digits_stand_whole_on_the_glass_and_longer_ones_say_how_long_they_are(
    played: dict[str, Played | Exception],
) -> None:
    """Read from the pixels that ``glass_shows`` has seen, each number rendered anew."""
    for one in all_played(played):
        if not one.match.rules.name.startswith("long"):
            continue
        for row in one.match.standings:
            digits = "–" if row.total is None else str(row.total)
            assert stands_on(one.glass, digits if len(digits) <= 24 else f"({len(digits)})"), digits


def shown(state: State) -> dict[str, Any]:
    """What the page shows of a match."""
    return {
        "phase": state["phase"],
        "round": state["round"],
        "winners": state["winners"],
        "pool": state["pool"],
        "standings": [(row["rank"], row["player"], row["total"]) for row in state["standings"]],
        "players": [
            (
                player["name"],
                player["open"],
                player["status"],
                player["score"],
                player["total"],
                player["balance"],
            )
            for player in state["players"]
        ],
    }


def folded(match: Match) -> dict[str, Any]:
    """The same, as the rules have it."""
    return {
        "phase": match.phase,
        "round": match.round,
        "winners": list(match.winners),
        "pool": match.pool,
        "standings": [(row.rank, row.player, row.total) for row in match.standings],
        "players": [
            (
                name,
                list(match.open_flaps(seat)),
                match.status(seat),
                match.round_scores[seat],
                match.totals[seat],
                match.balances[seat],
            )
            for seat, name in enumerate(match.players)
        ],
    }
