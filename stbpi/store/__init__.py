"""The journal of the match being played and of those before it, in SQLite."""

from __future__ import annotations

from stbpi.store.errors import DamagedStore, StoreUnavailable
from stbpi.store.journal import Journal, StoredMatch
from stbpi.store.rescue import Notice
from stbpi.store.resilient import ResilientJournal

__all__ = ["DamagedStore", "Journal", "Notice", "ResilientJournal", "StoreUnavailable", "StoredMatch"]
