"""Whose names a journal knows, so that they can be left out of what is handed on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stbpi.rules.players import number_in
from stbpi.store import DamagedStore, StoreUnavailable
from stbpi.store.past import read_past


def named(names: Iterable[str]) -> set[str]:
    """Those that are a person's, and not only a seat's."""
    return {name for name in names if name.strip() and number_in(name) is None}


def names_in(journal: Path) -> frozenset[str]:
    """The players of every match in it; none where it cannot be read. The names of seats are nobody's."""
    try:
        past = read_past(journal)
    except (StoreUnavailable, DamagedStore):
        return frozenset()
    found: set[str] = set()
    for match in past:
        try:
            found |= set(match.open().setup.players)
        except DamagedStore:
            continue
    return frozenset(named(found))
