"""Matches near the one prepared: the same with another set, other variants, players or flaps, if the tray has room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stbpi.rules import RuleSet, RuleSetError
from stbpi.rules.players import house_strength, seat_name
from stbpi.table.choices import RuleShelf
from stbpi.table.fitting import check_fit
from stbpi.table.house import HousePlayer
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides

MOST_OFFERED = 8
"""Players offered of a set for any number: more presses than that nobody counts. Names are as many as are known."""


@dataclass(frozen=True, slots=True)
class Line:
    """Rules and who plays by them: a match, but for its dice."""

    rules: RuleSet
    players: tuple[str, ...]


class Lineup:
    """What a tray can play. ``names`` are those of people, by seat, for seats that are added; ``house`` are those of
    the house, who can be asked to a seat and play as ``player`` does.

    Whatever it gives can be prepared; what cannot be is None, or left out.
    """

    def __init__(
        self,
        shelf: RuleShelf,
        sides: TraySides,
        names: Sequence[str],
        house: Sequence[str] = (),
        player: HousePlayer | None = None,
    ) -> None:
        self._shelf = shelf
        self._sides = sides
        self._names = tuple(names)
        self._house = tuple(house) if player else ()
        self._player = player

    def sets(self, now: Line) -> Iterator[Line]:
        """The line with each set that can be had, its variants left out; of that of ``now``, the line itself.

        A set for larger trays has as many flaps as this one has, unless it is one for certain flaps; players who are
        too many or too few are fewer or more.
        """
        for name in self._shelf.names():
            line = now if name == now.rules.name else self._with_set(name, now.players)
            if line is not None:
                yield line

    def variants(self, now: Line) -> Iterator[tuple[str, Line]]:
        """Each variant of the set that can be added or, where it is there, left out, and the line with that done."""
        rules = now.rules
        changed = self._changed_axes(rules)
        for variant in self._variants_of(rules.name):
            kept = [one for one in rules.variants if one != variant]
            variants = kept if variant in rules.variants else [*kept, variant]
            other = self._built(rules.name, variants, changed)
            line = None if other is None else self._seated(other, now.players)
            if line is not None:
                yield variant, line

    def counts(self, now: Line) -> Iterator[Line]:
        """The line with each number of players that may play."""
        rules = now.rules
        most = max(MOST_OFFERED, len(self._names), len(now.players), rules.min_players)
        for count in range(rules.min_players, min(most, rules.max_players) + 1):
            line = self._fitting(rules, self._players(count, now.players))
            if line is not None:
                yield line

    def flaps(self, now: Line) -> Iterator[tuple[int | None, Line]]:
        """The line with each number of flaps that rules and tray allow; None with those of the set, if they are odd."""
        name, variants = now.rules.name, now.rules.variants
        changed = {axis: value for axis, value in self._changed_axes(now.rules).items() if axis != "flaps"}
        usual = self._built(name, variants, changed)
        if usual is not None and not _is_a_count(usual.flaps):
            line = self._fitting(usual, now.players)
            if line is not None:
                yield None, line
        for count in range(1, self._most_flaps + 1):
            rules = self._built(name, variants, {**changed, "flaps": count})
            line = None if rules is None else self._fitting(rules, now.players)
            if line is not None:
                yield count, line

    def seated_otherwise(self, now: Line, seat: int) -> Line:
        """The line with the next person at a seat, or the house; who sits elsewhere changes places."""
        for other in self._others(now, seat):
            players = list(now.players)
            if other in players and house_strength(other) is None:
                players[players.index(other)] = players[seat]
            players[seat] = other
            line = self._fitting(now.rules, tuple(players))
            if line is not None:
                return line
        return now

    def _others(self, now: Line, seat: int) -> Sequence[str]:
        """Who may sit at a seat, whoever comes after the one there first."""
        people = [name for name in dict.fromkeys((*self._names, *now.players)) if name not in self._house]
        sits = now.players[seat]
        if sits not in self._house:
            after = people.index(sits) + 1
            return (*people[after:], *self._house, *people[:after])
        # The house leaves for somebody who does not sit there yet, by a name or without.
        free = [name for name in (*self._names, seat_name(seat)) if name not in now.players]
        return (*self._house[self._house.index(sits) + 1 :], *free, *people, *self._house)

    @property
    def has_names(self) -> bool:
        """Whether there are people by name, or the house, to be seated."""
        return bool(self._names or self._house)

    @property
    def _most_flaps(self) -> int:
        """The highest count of flaps, from 1 on, that any side has."""
        return max((_run_from_one(side) for side in self._sides.flaps), default=0)

    def _with_set(self, name: str, players: Sequence[str]) -> Line | None:
        rules = self._built(name)
        if rules is None:
            return None
        line = self._seated(rules, players)
        if line is None and _is_a_count(rules.flaps) and len(rules.flaps) > self._most_flaps > 0:
            smaller = self._built(name, axes={"flaps": self._most_flaps})
            line = None if smaller is None else self._seated(smaller, players)
        return line

    def _seated(self, rules: RuleSet, players: Sequence[str]) -> Line | None:
        """The line with these players, or with a number of them as near to that as can be."""
        wanted = len(players)
        counts = range(rules.min_players, min(rules.max_players, max(wanted, rules.min_players)) + 1)
        for count in sorted(counts, key=lambda count: (abs(count - wanted), count)):
            line = self._fitting(rules, self._players(count, players))
            if line is not None:
                return line
        return None

    def _fitting(self, rules: RuleSet, players: tuple[str, ...]) -> Line | None:
        try:
            check_fit(MatchSetup(rules, players, "electronic", b""), self._sides, self._player)
        except TableRefusal:
            return None
        return Line(rules, players)

    def _players(self, count: int, players: Sequence[str]) -> tuple[str, ...]:
        """So many players: those there are, then known ones who are not, then seats called by their numbers."""
        seats = [*players, *(name for name in self._names if name not in players)][:count]
        return (*seats, *(seat_name(seat) for seat in range(len(seats), count)))

    def _built(
        self, name: str, variants: Sequence[str] = (), axes: dict[str, Any] | None = None
    ) -> RuleSet | None:
        try:
            return self._shelf.rule_set(name, variants, axes)
        except RuleSetError:
            return None

    def _variants_of(self, name: str) -> tuple[str, ...]:
        try:
            return self._shelf.variants_of(name)
        except RuleSetError:
            return ()

    def _changed_axes(self, rules: RuleSet) -> dict[str, Any]:
        """The axes that somebody changed on top of set and variants."""
        plain = self._built(rules.name, rules.variants)
        if plain is None:
            return {}
        usual = plain.axes()
        return {axis: value for axis, value in rules.axes().items() if value != usual[axis]}


def _is_a_count(flaps: Sequence[int]) -> bool:
    return tuple(flaps) == tuple(range(1, len(flaps) + 1))


def _run_from_one(flaps: Sequence[int]) -> int:
    count = 0
    while count + 1 in flaps:
        count += 1
    return count
