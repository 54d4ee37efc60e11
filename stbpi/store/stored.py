"""A match as it stands in the rows of the journal, and how it is made of them again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.store.codec import SetupRow, decision_from_text, decision_sum, setup_from_row
from stbpi.store.errors import DamagedStore
from stbpi.table.entry import Counted
from stbpi.table.setup import MatchSetup

WallTime: TypeAlias = float
"""Seconds since 1970 by the wall clock (``time.time()``); stamped on rows and used for nothing else."""

MATCH_COLUMNS = "id, key, rules, players, dice_source, secret, sum, started, seen, began_at, left_at"
DECISION_COLUMNS = "seq, decision, sum"

Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """The match on the tray as the journal has it: being played, or the last one finished; or an earlier one.

    ``key`` is its name for good (16 bytes); ``match_id`` its row in this file. ``seen`` counts the decisions
    whose consequence people have acknowledged. ``left`` tells that another match has taken its place on the tray:
    nobody goes on with this one. ``last_sum`` is the check sum of its last decision. ``counted`` is what has
    been counted on the button of the next throw; only known of the match on the tray.
    """

    match_id: int
    key: bytes
    setup: MatchSetup
    decisions: tuple[Decision, ...]
    seen: int
    began_at: WallTime
    started: bool
    left: bool
    last_sum: int
    counted: Counted = field(default_factory=Counted)


def stored_match(row: Row, decision_rows: list[Row], called: str = "the match on the tray") -> StoredMatch:
    """The match of a row (``MATCH_COLUMNS``) and of those of its decisions (``DECISION_COLUMNS``, in order).

    It has been folded. Raises DamagedStore, in which the match is ``called`` so, where a row is not as it was
    written or the match breaks its rules.
    """
    match_id, key, rules, players, dice_source, secret, total, started, seen, began_at, left_at = row
    setup = setup_from_row(SetupRow(rules, players, dice_source, secret, total), called)
    decisions = _checked_decisions(decision_rows, total, called)
    if not isinstance(key, bytes) or not isinstance(seen, int) or not isinstance(began_at, int):
        raise DamagedStore(f"{called} has columns of the wrong kind")
    try:
        History.fold(setup.rules, setup.players, decisions)
    except ValueError as error:
        raise DamagedStore(f"{called} breaks its rules ({error})") from error
    return StoredMatch(
        match_id,
        key,
        setup,
        decisions,
        max(0, min(seen, len(decisions))),
        began_at / 1000,
        # Decisions are only made in a match that was started, whatever a damaged flag says.
        started=bool(started) or bool(decisions),
        left=left_at is not None,
        last_sum=decision_rows[-1][2] if decision_rows else total,
    )


def _checked_decisions(rows: list[Row], total: int, called: str) -> tuple[Decision, ...]:
    """The decisions of rows whose sums continue from ``total`` without a gap."""
    decisions = []
    for expected, (seq, text, row_sum) in enumerate(rows, start=1):
        if seq != expected or not isinstance(text, str):
            raise DamagedStore(f"decision {expected} of {called} is missing")
        total = decision_sum(total, seq, text)
        if total != row_sum:
            raise DamagedStore(f"decision {seq} of {called} does not match its check sum")
        decisions.append(decision_from_text(text))
    return tuple(decisions)
