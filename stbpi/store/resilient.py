"""A journal that outlives its disk: what cannot be written now is kept, and written when the disk is back.

It works on what should be on disk rather than on what is still to be done: each match it has not finished
writing is held whole, and saving it appends the decisions the file does not have yet. However a write went
wrong, nothing is written twice and nothing is left out; and where the file is lost in the middle of a match
the next one has it all.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from stbpi.rules.actions import Decision
from stbpi.store import schema
from stbpi.store.errors import DamagedStore, StoreInUse, StoreUnavailable
from stbpi.store.journal import Connect, Journal
from stbpi.store.rescue import Notice, copy_aside, has_orphans, read_untouched, set_aside
from stbpi.store.results import Results
from stbpi.store.stored import StoredMatch, WallTime
from stbpi.table.entry import Counted
from stbpi.table.setup import MatchSetup
from stbpi.table.view import Outcome

KEPT_DECISIONS = 50_000
"""How many unwritten decisions are kept at most, some 10 MB: a week of evenings without a disk."""

KEPT_NOTICES = 16
"""How many notices are kept: more than anybody reads. A disk that goes on and off makes one every few seconds."""


@dataclass(slots=True)
class _Kept:
    """A match as it should stand on disk."""

    key: bytes
    setup: MatchSetup
    began_at: WallTime
    decisions: list[tuple[Decision, WallTime]] = field(default_factory=list)
    seen: int = 0
    started: bool = True
    counted: Counted = field(default_factory=Counted)


class ResilientJournal:
    """The journal as the daemon uses it. Belongs to one thread; nothing about a disk is raised from it.

    ``restored`` is the match found at the start. ``trouble`` is a sentence for the badge while something is
    unsaved, else None. ``notices`` are what people must be told once, oldest first, and only the newest of them.
    """

    def __init__(self, path: Path, connect: Connect = schema.connect) -> None:
        self.path = path
        self.restored: StoredMatch | None = None
        self.trouble: str | None = None
        self.notices: tuple[Notice, ...] = ()
        self._connect = connect
        self._journal: Journal | None = None
        self._results: Results | None = None
        self._earlier: list[_Kept] = []
        self._playing: _Kept | None = None
        self._log_is_copied = False

    @classmethod
    def open(cls, path: Path, wall_time: WallTime, *, connect: Connect = schema.connect) -> ResilientJournal:
        """Open the journal and find the match on the tray. A damaged file is set aside, see ``notices``.

        Where the file cannot be opened for writing the match is still looked for, and ``trouble`` says why
        nothing is saved.
        """
        journal = cls(path, connect)
        try:
            journal._reach(wall_time, schema.OPENING_WAIT_S)
        except StoreUnavailable as error:
            journal.trouble = str(error)
            if not isinstance(error, StoreInUse):
                journal._restore(read_untouched(path))
        return journal

    @property
    def unsaved(self) -> int:
        """How many decisions are only in memory, or may be; 0 without trouble."""
        if self.trouble is None:
            return 0
        return sum(len(kept.decisions) for kept in self._all())

    @property
    def results(self) -> Results | None:
        """What came of the matches in the file that is open, always the same for one file; None while there is none."""
        return self._results if self._journal is not None else None

    def record(self, outcome: Outcome, wall_time: WallTime) -> bool:
        """Write down what an outcome prepared, began and decided, in one transaction; True when it is durable.

        False means that it is kept in memory and ``trouble`` says why.
        """
        if outcome.began is not None:
            self._start(outcome.began, wall_time)
        if outcome.decisions or outcome.seen is not None:
            self._extend(outcome.decisions, outcome.seen, wall_time)
        if outcome.counted is not None and self._playing is not None:
            self._playing.counted = outcome.counted
        if outcome.prepared is not None:
            self._begin(outcome.prepared, wall_time, started=False)
        return self.flush(wall_time)

    def begin(self, setup: MatchSetup, wall_time: WallTime) -> bool:
        """Begin a match, leaving the one on the tray; True when it is durable."""
        self._begin(setup, wall_time)
        return self.flush(wall_time)

    def append(self, decisions: Sequence[Decision], wall_time: WallTime) -> bool:
        """Append decisions to the match on the tray; True when they are durable."""
        self._extend(decisions, None, wall_time)
        return self.flush(wall_time)

    def seen(self, n: int, wall_time: WallTime) -> bool:
        """Note that people have acknowledged the first ``n`` decisions; True when it is durable."""
        self._extend((), n, wall_time)
        return self.flush(wall_time)

    def flush(self, wall_time: WallTime) -> bool:
        """Write whatever is unsaved; True when nothing is left. To be tried now and then in trouble."""
        try:
            try:
                self._save(wall_time)
            except DamagedStore as error:
                self._give_up_file(error, wall_time)
                self._save(wall_time)
        except StoreUnavailable as error:
            if error.stale:
                self._let_go()
            self.trouble = str(error)
            self._stay_small()
            return False
        except DamagedStore as error:
            # A file that is damaged again as soon as it is new: the disk is going. Memory holds the match.
            self._let_go()
            self.trouble = str(error)
            self._stay_small()
            return False
        self.trouble = None
        return True

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file; for quiet moments."""
        if self._journal is not None and self.trouble is None:
            try:
                self._journal.checkpoint()
            except (StoreUnavailable, DamagedStore) as error:
                self.trouble = str(error)

    def close(self, wall_time: WallTime) -> bool:
        """Try once more to write what is unsaved, then close; True when everything is on disk."""
        saved = self.flush(wall_time) if self.trouble is not None else True
        self._let_go()
        return saved

    def _all(self) -> list[_Kept]:
        return self._earlier if self._playing is None else [*self._earlier, self._playing]

    def _begin(self, setup: MatchSetup, wall_time: WallTime, *, started: bool = True) -> None:
        if self._playing is not None and self._playing.started:
            self._earlier.append(self._playing)
        self._playing = _Kept(uuid.uuid4().bytes, setup, wall_time, started=started)

    def _start(self, setup: MatchSetup, wall_time: WallTime) -> None:
        """Start the match that waits for it, or begin one that was prepared before there was a journal of it."""
        if self._playing is not None and not self._playing.started and self._playing.setup == setup:
            self._playing.started = True
            self._playing.began_at = wall_time
        else:
            self._begin(setup, wall_time)

    def _extend(self, decisions: Sequence[Decision], seen: int | None, wall_time: WallTime) -> None:
        if self._playing is None:
            raise LookupError("no match has been begun to which a decision could belong; begin one first")
        self._playing.decisions.extend((decision, wall_time) for decision in decisions)
        if seen is not None:
            self._playing.seen = seen

    def _save(self, wall_time: WallTime) -> None:
        """Make the file hold every match that is kept. Earlier ones need not be kept any longer."""
        journal = self._reach(wall_time)
        while self._earlier:
            _write(journal, self._earlier[0])
            del self._earlier[0]
        if self._playing is not None:
            _write(journal, self._playing)

    def _reach(self, wall_time: WallTime, wait_s: float = schema.WRITING_WAIT_S) -> Journal:
        """The open journal, opened again where the file was lost or let go of."""
        if self._journal is not None and not self._journal.is_in_place:
            self._let_go()
            self._tell(
                Notice(
                    f"the journal {self.path} was emptied, moved or removed while in use; it is written again"
                )
            )
        if self._journal is not None and self._journal.is_cut:
            self._give_up_file(DamagedStore(f"the journal {self.path} was cut short while in use"), wall_time)
        if self._journal is None:
            if has_orphans(self.path):
                self._tell(
                    set_aside(self.path, f"the journal {self.path} is gone but its log is not", wall_time)
                )
            try:
                self._open(wait_s, wall_time)
            except DamagedStore as error:
                self._give_up_file(error, wall_time)
                self._open(wait_s, wall_time)
        if self._journal is None:
            raise StoreUnavailable(f"the journal {self.path} is not open")
        return self._journal

    def _open(self, wait_s: float, wall_time: WallTime) -> None:
        def copy_log(sentence: str) -> None:
            # Once, however often opening is tried before it works.
            if not self._log_is_copied:
                self._tell(copy_aside(self.path, sentence, wall_time))
                self._log_is_copied = True

        journal = Journal.open(self.path, wait_s=wait_s, connect=self._connect, on_damaged_log=copy_log)
        self._log_is_copied = False
        try:
            found = journal.current()
        except BaseException:
            with suppress(StoreUnavailable, DamagedStore):  # what went wrong first is told
                journal.close()
            raise
        self._journal = journal
        self._results = Results(journal)
        if self._playing is None:
            self._restore(found)

    def _restore(self, found: StoredMatch | None) -> None:
        self.restored = found
        if found is not None:
            # Their times are on disk and not written again, save into a new file after damage.
            decisions = [(decision, found.began_at) for decision in found.decisions]
            self._playing = _Kept(
                found.key, found.setup, found.began_at, decisions, found.seen, found.started, found.counted
            )

    def _give_up_file(self, error: DamagedStore, wall_time: WallTime) -> None:
        self._let_go()
        self._tell(set_aside(self.path, str(error), wall_time))

    def _let_go(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            try:
                journal.close()
            except (StoreUnavailable, DamagedStore) as error:
                self._tell(Notice(str(error)))

    def _tell(self, notice: Notice) -> None:
        self.notices = (*self.notices, notice)[-KEPT_NOTICES:]

    def _stay_small(self) -> None:
        """Let go of the oldest unwritten matches rather than fill the memory; never of the one played."""
        while self._earlier and self.unsaved > KEPT_DECISIONS:
            lost = self._earlier.pop(0)
            self._tell(
                Notice(
                    f"a finished match of {', '.join(lost.setup.players)} could not be kept: {self.trouble}"
                )
            )


def _write(journal: Journal, kept: _Kept) -> None:
    """Make the file hold this match as it is kept, in one transaction."""
    with journal.transaction():
        match_id = journal.find(kept.key)
        if match_id is None:
            match_id = journal.begin(kept.setup, kept.began_at, kept.key, started=kept.started)
        elif kept.started:
            journal.start(match_id)
        stored = journal.count(match_id)
        if stored > len(kept.decisions):
            raise DamagedStore(f"the journal {journal.path} holds decisions that nobody at this tray made")
        for decision, at in kept.decisions[stored:]:
            journal.append(match_id, (decision,), at)
        journal.seen(match_id, kept.seen)
        journal.counted(match_id, kept.counted)
