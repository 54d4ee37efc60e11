"""The journal of the match being played and of those before it, in SQLite."""

from __future__ import annotations

from stbpi.store.errors import DamagedStore, StoreUnavailable
from stbpi.store.journal import Journal
from stbpi.store.past import PastMatch, read_past
from stbpi.store.rescue import Notice
from stbpi.store.resilient import ResilientJournal
from stbpi.store.results import read_played
from stbpi.store.stored import StoredMatch

__all__ = [
    "DamagedStore",
    "Journal",
    "Notice",
    "PastMatch",
    "ResilientJournal",
    "StoreUnavailable",
    "StoredMatch",
    "read_past",
    "read_played",
]
