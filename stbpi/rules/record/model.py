"""A record as a value: what a match is played with, what was decided, and what is said about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.rules.match import Match
from stbpi.rules.record.errors import TagError
from stbpi.rules.ruleset import RuleSet, nearest
from stbpi.rules.texts import is_whole, not_whole

DICE_SOURCES = ("electronic", "entered")

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?Z)?")
_HEX = re.compile(r"[0-9a-f]{64}")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """What is said about a match without changing it. Raises :class:`TagError` for what none of it can be.

    ``date`` is ``2026-07-28`` or, in UTC, ``2026-07-28T19:40Z`` or ``2026-07-28T19:40:05Z``. ``commitment`` and
    ``secret`` (64 hexadecimal digits each) are what electronic dice can be checked by: the one was published
    before the match, the other is told when it is over.
    """

    event: str | None = None
    place: str | None = None
    date: str | None = None
    dice_source: str | None = None
    """Where the dice came from, one of ``DICE_SOURCES``."""
    commitment: str | None = None
    secret: str | None = None

    def __post_init__(self) -> None:
        if self.date is not None and not _is_date(self.date):
            raise TagError(f"date = {self.date} is none; write one like 2026-07-28 or 2026-07-28T19:40Z.")
        source = self.dice_source
        if source is not None and source not in DICE_SOURCES:
            raise TagError(f"dice_source = {source} is none: {nearest(source, DICE_SOURCES)}")
        for name in ("event", "place"):
            value = getattr(self, name)
            if value is not None and not is_whole(value):
                raise TagError(f"{name}: {not_whole(value)}")
        for name in ("commitment", "secret"):
            value = getattr(self, name)
            if value is not None and not _HEX.fullmatch(value):
                raise TagError(f"{name} = {value} cannot be; write 64 digits from 0 to 9 and a to f.")


TAGS = tuple(tag.name for tag in fields(Tags))
"""The names of the tags, in the order they are written."""

SECRET = "secret"
"""The tag that stands in the end of a record; the others stand in its head."""


class Place(NamedTuple):
    """Where something stands in a file: line and column, both from 1."""

    line: int
    column: int


class Places(NamedTuple):
    """Where a record that was read begins, and where each of its decisions stands."""

    first: Place
    decisions: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match on record. The decisions include what was taken back and made again.

    ``places`` is None of a record that was not read; equal records may stand in different places.
    """

    rules: RuleSet
    players: tuple[str, ...]
    decisions: tuple[Decision, ...] = ()
    tags: Tags = field(default_factory=Tags)
    places: Places | None = field(default=None, compare=False, repr=False)

    def history(self) -> History:
        """The decisions folded; raises where the rules refuse one."""
        return History.fold(self.rules, self.players, self.decisions)

    @property
    def match(self) -> Match:
        """The match as the record leaves it, folded anew."""
        return self.history().match


def _is_date(text: str) -> bool:
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    if not (1 <= month <= 12 and hour < 24 and minute < 60 and second < 60):
        return False
    leap = month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= day <= _DAYS[month - 1] + leap
