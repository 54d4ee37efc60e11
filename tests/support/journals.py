"""What a journal holds once the daemon has let go of it: every match that was started, not only the last."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from stbpi.rules.actions import Decision
from stbpi.store.codec import SetupRow, decision_from_text, setup_from_row
from stbpi.table.setup import MatchSetup


def matches_in(path: Path) -> list[tuple[MatchSetup, tuple[Decision, ...]]]:
    """Setup and decisions of each match, in the order they were prepared."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as journal:
        rows = journal.execute(
            "SELECT id, rules, players, dice_source, secret, sum FROM matches WHERE started = 1 ORDER BY id"
        ).fetchall()
        return [
            (
                setup_from_row(SetupRow(*row)),
                tuple(
                    decision_from_text(text)
                    for (text,) in journal.execute(
                        "SELECT decision FROM decisions WHERE match_id = ? ORDER BY seq", (match_id,)
                    )
                ),
            )
            for match_id, *row in rows
        ]
