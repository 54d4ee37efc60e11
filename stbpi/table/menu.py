"""The pages of the menu as values: what screens draw, and what a press and a hold do on each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Page(StrEnum):
    """The pages. Their names are fixed, programs read them."""

    MAIN = "main"
    RULES = "rules"
    VARIANTS = "variants"
    PLAYERS = "players"
    SEATS = "seats"
    FLAPS = "flaps"
    DICE = "dice"
    LANGUAGE = "language"
    SOUND = "sound"
    QUIET_HOURS = "quiet_hours"
    PEOPLE = "people"
    """Who leaves, whose score is to be corrected."""
    LEAVE = "leave"
    CORRECT = "correct"
    POINTS = "points"
    """By how many points a score is corrected."""
    SURE_LEAVES = "sure_leaves"
    SURE_ABANDONS = "sure_abandons"
    SURE_GIVES_UP = "sure_gives_up"
    """Whether a match that cannot go on here is given up for another."""
    SURE_SHUTS_DOWN = "sure_shuts_down"
    GOING_DOWN = "going_down"
    """The computer is being shut down; nothing can be chosen any more."""
    NOT_SHUT_DOWN = "not_shut_down"
    """It could not be."""


SURE = frozenset((Page.SURE_LEAVES, Page.SURE_ABANDONS, Page.SURE_GIVES_UP, Page.SURE_SHUTS_DOWN))
"""Pages that ask once more before something is done that cannot be taken back."""


class Kind(StrEnum):
    """What an entry is about. The names are fixed, programs read them."""

    RULES = "rules"
    VARIANTS = "variants"
    PLAYERS = "players"
    SEATS = "seats"
    FLAPS = "flaps"
    DICE = "dice"
    LANGUAGE = "language"
    SOUND = "sound"
    QUIET_HOURS = "quiet_hours"
    PEOPLE = "people"
    LEAVE = "leave"
    CORRECT = "correct"
    SERVICE = "service"
    RESET = "reset"
    SHUT_DOWN = "shut_down"
    BACK = "back"
    YES = "yes"
    NO = "no"
    COUNT = "count"
    """So many players or flaps."""
    AS_THE_RULES = "as_the_rules"
    """The flaps that the rules have by themselves."""
    PERSON = "person"
    """A seat, and who sits there."""
    ADD = "add"
    """More points, or fewer."""
    NOTE = "note"
    """Note the correction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a page.

    ``name`` is that of what is meant: a rule set, a variant, a language, a loudness, a source of dice, a person.
    ``number`` is a count, a seat (0-based) or points. ``ticked`` tells of things to choose from whether this is what
    holds now; None where nothing is to be chosen. On the main page ``name`` and ``number`` are what holds now.
    """

    kind: Kind
    name: str = ""
    number: int | None = None
    ticked: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuPage:
    """One page: its entries, and which of them the next hold selects.

    ``player`` (a seat) and ``points`` tell whom and what a page about a player is about.
    """

    page: Page
    entries: tuple[Entry, ...] = ()
    chosen: int = 0
    player: int | None = None
    points: int = 0
