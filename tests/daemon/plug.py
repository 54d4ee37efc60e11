"""Pulling the plug (kill -9) at random moments of matches, and what must be true when the power is back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import aiohttp

from stbpi.rules import Match
from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.store import Journal, StoredMatch
from tests.support.guest import follow_prompt
from tests.support.running import RunningDaemon, State

LONGEST_POWER_S = 1.2
"""The plug is pulled at most this long after the page came up: long enough for a turn, mostly in the middle of one."""


@dataclass
class Seen:
    """What people at the table have seen so far, by the events of the page."""

    last: State = field(default_factory=dict)
    key: bytes = b""
    decisions: tuple[Decision, ...] = ()
    acknowledged: bool = False
    """Whether the journal says that people have seen what the last decision led to: the page may not have been told."""
    kills: int = 0
    kills_in_play: int = 0


def score_board(match: Match) -> object:
    """What of a match must never move by itself: whose turn, the dice, every flap that counts, every score."""
    seats = range(len(match.players))
    return [
        str(match.phase),
        match.round,
        list(match.dice),
        [list(match.open_flaps(seat)) for seat in seats],
        list(match.round_scores),
        list(match.totals),
    ]


def shown_board(state: State) -> object:
    """The same, as the page shows it."""
    players = state["players"]
    return [
        state["phase"],
        state["round"],
        state["dice"],
        [player["open"] for player in players],
        [player["score"] for player in players],
        [player["total"] for player in players],
    ]


def stored_match(path: Path) -> StoredMatch | None:
    journal = Journal.open(path)
    try:
        return journal.current()
    finally:
        journal.close()


async def pull_plug_repeatedly(folder: Path, kills: int, seed: int) -> Seen:
    """Play matches one after the other, pulling the plug ``kills`` times; asserts what must hold each time."""
    randomness = Random(seed)
    seen = Seen()
    daemon = RunningDaemon(
        folder, "--dice-seed", str(seed), more_config='[game]\nplayers = ["Anna", "Ben"]\n'
    )
    while seen.kills < kills:
        await daemon.start()
        try:
            compare(await daemon.state(), seen)
            watcher = asyncio.create_task(watch(daemon, seen))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(randomness.uniform(0.0, LONGEST_POWER_S)):
                    await play_on(daemon)
        finally:
            await daemon.kill()
        await watcher
        seen.kills += 1
        seen.kills_in_play += seen.last["phase"] not in ("idle", "match_over")
        stored = stored_match(daemon.store)
        if stored is not None:
            check_journal(stored, seen)
    return seen


async def watch(daemon: RunningDaemon, seen: Seen) -> None:
    """Note every state the page is told, until the power goes."""
    with contextlib.suppress(aiohttp.ClientError, ConnectionError):
        async with daemon.session.ws_connect(daemon.address + "/api/v1/events") as events:
            async for message in events:
                if message.type is aiohttp.WSMsgType.TEXT:
                    seen.last = json.loads(message.data)


async def play_on(daemon: RunningDaemon) -> None:
    """Guests who follow the prompts for ever, one match after the other."""
    state = await daemon.state()
    while True:
        state = await follow_prompt(daemon, state)


def check_journal(stored: StoredMatch, seen: Seen) -> None:
    """Nothing people have seen is missing from the journal, and nothing in it is there twice."""
    history = History.start(stored.setup.rules, stored.setup.players)
    boards = [score_board(history.match)]
    for decision in stored.decisions:
        # A decision that was written twice breaks a rule here: no throw may be thrown or answered again.
        history = history.do(decision)
        boards.append(score_board(history.match))
    if not stored.started:
        # The last press has prepared the next match; the one that was seen to its end lies behind it.
        assert seen.last["phase"] in ("idle", "match_over")
    elif seen.last["phase"] != "idle":
        # At most one decision was on its way to the page when the power went.
        assert shown_board(seen.last) in boards[-2:], (seen.last, boards[-2:])
    if stored.key == seen.key:
        assert stored.decisions[: len(seen.decisions)] == seen.decisions
    seen.key, seen.decisions = stored.key, stored.decisions
    seen.acknowledged = stored.seen == len(stored.decisions)


def compare(back: State, seen: Seen) -> None:
    """The first state after the power is back, against the last before it went."""
    last = seen.last
    if not last:
        return
    if back["phase"] == "idle":
        # Waiting for its start, as prepared; or prepared anew from the end of the match, by the last press.
        assert last["phase"] in ("idle", "match_over")
        assert back["prompt"]["code"] == "press_to_start"
        assert [player["name"] for player in back["players"]] == [
            player["name"] for player in last["players"]
        ]
        return
    if shown_board(back) == shown_board(last) and back["tray"] == last["tray"]:
        said, says = dict(last["prompt"]), dict(back["prompt"])
        if (said["code"], said["remaining"], says["code"]) == ("close_more", 0, "confirm"):
            # An answer that only had to settle: while the power was gone nobody was asked, so a press is waited for.
            said.update({key: says[key] for key in ("code", "text", "texts")})
        went_on = said["code"] == "blocked" and seen.acknowledged
        if said["releasing"] is None and says["code"] != "blocked" and not went_on:
            assert says == said, (said, says)
