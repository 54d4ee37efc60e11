"""What stands on each page of the menu: only what can be chosen on this tray, now."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from stbpi.rules import IllegalAction, Match
from stbpi.table.choices import Choices, Offers
from stbpi.table.lineup import Line, Lineup
from stbpi.table.menu import SURE, Entry, Kind, MenuPage, Page
from stbpi.table.setup import DiceSource

STEPS = (1, -1, 10, -10)
"""Points that one selection adds to a correction."""

_BACK = Entry(kind=Kind.BACK)
_NO_OR_YES = (Entry(kind=Kind.NO), Entry(kind=Kind.YES))
"""The harmless one first: it is under the finger of whoever holds the button once too often."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the menu finds: the match prepared or played, the match itself while it is played, what is chosen."""

    line: Line
    dice_source: DiceSource
    playing: Match | None
    choices: Choices


class Pages:
    """Builds the pages for one tray."""

    def __init__(self, offers: Offers, lineup: Lineup) -> None:
        self._offers = offers
        self._lineup = lineup

    def build(
        self,
        page: Page,
        now: Situation,
        *,
        player: int | None = None,
        points: int = 0,
        chosen: int | None = None,
    ) -> MenuPage:
        """The page; its cursor on what holds now, unless it is to be on the entry numbered ``chosen``."""
        entries = tuple(self._entries(page, now, player, points))
        ticked = next((place for place, entry in enumerate(entries) if entry.ticked), 0)
        place = (0 if page is Page.VARIANTS else ticked) if chosen is None else min(chosen, len(entries) - 1)
        return MenuPage(page=page, entries=entries, chosen=max(0, place), player=player, points=points)

    def _entries(self, page: Page, now: Situation, player: int | None, points: int) -> Iterable[Entry]:
        lists: dict[Page, Callable[[Situation], Iterable[Entry]]] = {
            Page.MAIN: self._main,
            Page.RULES: self._rules,
            Page.VARIANTS: self._variants,
            Page.PLAYERS: self._players,
            Page.SEATS: _seats,
            Page.FLAPS: self._flaps,
            Page.DICE: _dice,
            Page.LANGUAGE: self._languages,
            Page.SOUND: self._sounds,
            Page.QUIET_HOURS: _quiet_hours,
            Page.PEOPLE: _people,
            Page.LEAVE: _leaving,
            Page.CORRECT: _seats,
        }
        if page in lists:
            return (*lists[page](now), _BACK)
        if page is Page.POINTS:
            steps = [Entry(kind=Kind.ADD, number=step) for step in STEPS]
            note = [Entry(kind=Kind.NOTE, number=points)] if points else []
            return (*steps, *note, _BACK)
        if page in SURE:
            return _NO_OR_YES
        return () if page is Page.GOING_DOWN else (_BACK,)

    def _main(self, now: Situation) -> Iterable[Entry]:
        rules, offers = now.line.rules, self._offers
        yield Entry(kind=Kind.RULES, name=rules.name)
        if any(True for _ in self._lineup.variants(now.line)):
            yield Entry(kind=Kind.VARIANTS, number=len(rules.variants))
        yield Entry(kind=Kind.PLAYERS, number=len(now.line.players))
        if len(tuple(self._lineup.flaps(now.line))) > 1:
            yield Entry(kind=Kind.FLAPS, number=len(rules.flaps))
        yield Entry(kind=Kind.DICE, name=now.choices.dice_source)
        if len(offers.languages) > 1:
            yield Entry(kind=Kind.LANGUAGE, name=now.choices.language)
        if offers.sounds:
            yield Entry(kind=Kind.SOUND, name=now.choices.sound)
        if offers.quiet_hours:
            yield Entry(kind=Kind.QUIET_HOURS, name=offers.quiet_hours if now.choices.quiet_hours else "")
        if now.playing is not None:
            yield Entry(kind=Kind.PEOPLE)
        yield Entry(kind=Kind.SERVICE)
        if self._differs(now):
            yield Entry(kind=Kind.RESET)
        if offers.shut_down:
            yield Entry(kind=Kind.SHUT_DOWN)

    def _differs(self, now: Situation) -> bool:
        configured = self._offers.configured
        return configured is not None and (
            (configured.rules, configured.players) != (now.line.rules, now.line.players)
            or configured.choices != now.choices
        )

    def _rules(self, now: Situation) -> Iterable[Entry]:
        for line in self._lineup.sets(now.line):
            name = line.rules.name
            yield Entry(
                kind=Kind.RULES, name=name, number=len(line.rules.flaps), ticked=name == now.line.rules.name
            )

    def _variants(self, now: Situation) -> Iterable[Entry]:
        for variant, _ in self._lineup.variants(now.line):
            yield Entry(kind=Kind.VARIANTS, name=variant, ticked=variant in now.line.rules.variants)

    def _players(self, now: Situation) -> Iterable[Entry]:
        for line in self._lineup.counts(now.line):
            count = len(line.players)
            yield Entry(kind=Kind.COUNT, number=count, ticked=count == len(now.line.players))
        if self._lineup.has_names:
            yield Entry(kind=Kind.SEATS)

    def _flaps(self, now: Situation) -> Iterable[Entry]:
        for count, line in self._lineup.flaps(now.line):
            kind = Kind.AS_THE_RULES if count is None else Kind.COUNT
            yield Entry(kind=kind, number=count, ticked=line.rules.flaps == now.line.rules.flaps)

    def _languages(self, now: Situation) -> Iterable[Entry]:
        for language in self._offers.languages:
            yield Entry(kind=Kind.LANGUAGE, name=language, ticked=language == now.choices.language)

    def _sounds(self, now: Situation) -> Iterable[Entry]:
        for sound in self._offers.sounds:
            yield Entry(kind=Kind.SOUND, name=sound, ticked=sound == now.choices.sound)


def _quiet_hours(now: Situation) -> Iterable[Entry]:
    kept = now.choices.quiet_hours
    return (Entry(kind=Kind.YES, ticked=kept), Entry(kind=Kind.NO, ticked=not kept))


def _dice(now: Situation) -> Iterable[Entry]:
    sources: tuple[DiceSource, ...] = ("electronic", "entered")
    for source in sources:
        yield Entry(kind=Kind.DICE, name=source, ticked=source == now.choices.dice_source)


def _seats(now: Situation) -> Iterable[Entry]:
    for seat, name in enumerate(now.line.players):
        yield Entry(kind=Kind.PERSON, number=seat, name=name)


def _people(now: Situation) -> Iterable[Entry]:
    if any(True for _ in _leaving(now)):
        yield Entry(kind=Kind.LEAVE)
    yield Entry(kind=Kind.CORRECT)


def _leaving(now: Situation) -> Iterable[Entry]:
    """Those who are still in the match."""
    for entry in _seats(now):
        if now.playing is not None and entry.number is not None and _may_leave(now.playing, entry.number):
            yield entry


def _may_leave(match: Match, seat: int) -> bool:
    try:
        match.retire(seat)
    except IllegalAction:
        return False
    return True
