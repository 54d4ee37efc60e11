"""Keeps what was played before at hand, for what is shown between matches, without the game ever waiting for it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from stbpi.daemon.recorder import Recorder
from stbpi.rules import Phase
from stbpi.store import DamagedStore, ResilientJournal, StoreUnavailable
from stbpi.store.almanac import best_of, best_of_both, past_of
from stbpi.store.results import Results
from stbpi.table.events import PastRead
from stbpi.table.played import Best, GameKind, Past, PlayedMatch, kind_of
from stbpi.table.view import TableView
from stbpi.web.service import Snapshot

log = logging.getLogger("stbpi")

KEPT_WHOLE = 300
"""Matches of which all is kept at hand: more than a tray sees in one evening. Of those before only the records are, or
a year of evenings would fill a small Pi.
"""

LOOK_AGAIN_S = 600.0
"""How often it is looked up without a match having ended: an evening is over at noon, or the clock was put right."""


class Chronicle:
    """Looks up results when a match is prepared or ends, on the journal's thread, one match at a time.

    ``post`` hands what was found to the table.
    """

    def __init__(self, recorder: Recorder, view: TableView, post: Callable[[PastRead], None]) -> None:
        self._recorder = recorder
        self._post = post
        self._source: Results | None = None
        self._played: dict[int, PlayedMatch] = {}
        self._records: dict[GameKind, Best] = {}
        self._newest = 0
        # Those that have to be played through before they are known.
        self._missing: set[int] = set()
        self._told: Past | None = None
        self._stands = _standing(view)
        self._kind: GameKind = kind_of(view.setup.rules)
        self._wanted = asyncio.Event()
        self._wanted.set()
        self._task = asyncio.get_running_loop().create_task(self._run(), name="chronicle")

    def shown(self, snapshot: Snapshot) -> None:
        """Another view is shown: look again where that may have changed what was played."""
        stands = _standing(snapshot.view)
        if stands != self._stands:
            self._stands = stands
            self._kind = kind_of(snapshot.view.setup.rules)
            self._wanted.set()

    async def close(self) -> None:
        """Look up nothing more."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN_S):
                    await self._wanted.wait()
            self._wanted.clear()
            try:
                # Each on its own, so that a decision never waits behind more than one match being played through.
                for match_id in await self._recorder.look(self._kept):
                    await self._recorder.look(partial(self._make, match_id))
            except (StoreUnavailable, DamagedStore) as error:
                # Writing says so too, and does something about it.
                log.info("what was played before cannot be read now: %s", error)
            past = await self._recorder.look(partial(self._past, self._kind))
            if past != self._told:
                self._told = past
                self._post(PastRead(past))

    # On the journal's thread.

    def _kept(self, journal: ResilientJournal) -> list[int]:
        """Take over results that are kept; gives the matches that have to be played through."""
        source = journal.results
        if source is None:
            return []
        if source is not self._source:
            self._source, self._played, self._records, self._newest = source, {}, {}, 0
            self._missing.clear()
        for result in source.kept(self._newest):
            self._newest = result.match_id
            if result.played is None:
                self._played.pop(result.match_id, None)
                self._missing.add(result.match_id)
            else:
                self._played[result.match_id] = result.played
        return sorted(self._missing)

    def _make(self, match_id: int, journal: ResilientJournal) -> None:
        if journal.results is None or journal.results is not self._source:
            return
        try:
            self._played[match_id] = journal.results.make(match_id)
        except DamagedStore as error:
            log.warning("%s; it counts for no record", error)
        self._missing.discard(match_id)

    def _past(self, kind: GameKind, _: ResilientJournal) -> Past:
        numbers = sorted(self._played)
        older, numbers = numbers[:-KEPT_WHOLE], numbers[-KEPT_WHOLE:]
        for match in map(self._played.pop, older):
            best = best_of_both(self._records.get(match.kind), best_of((match,)))
            if best is not None:
                self._records[match.kind] = best
        matches = [self._played[number] for number in numbers]
        return past_of(matches, kind, time.time(), self._records.get(kind))


def _standing(view: TableView) -> tuple[object, bool, bool]:
    """What of a view tells that a match was prepared, began, ended, or goes on after its end was taken back."""
    match = view.match
    return view.setup, match is None, match is not None and match.phase == Phase.MATCH_OVER
