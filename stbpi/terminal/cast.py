"""The players of a match: how they are written, and whom somebody who types means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from stbpi.locale.lists import either, listed
from stbpi.locale.people import house
from stbpi.rules.players import house_strength
from stbpi.terminal.look import cut, one_line
from stbpi.terminal.refusal import LineError

LONGEST_NAME = 16
"""Columns of a name: with a row of ten flaps and a score it fits a line of 60."""


class Cast:
    """The players by seat. Whoever types may write a name, its beginning, or the seat counted from 1."""

    def __init__(self, players: Sequence[str], messages: NullTranslations) -> None:
        self._messages = messages
        players = [_told(name, messages) for name in players]
        self._names = tuple(one_line(name).casefold() for name in players)
        self.names = tuple(
            cut(one_line(name), LONGEST_NAME) or messages.gettext("Player {number}").format(number=seat + 1)
            for seat, name in enumerate(players)
        )

    def listed(self, seats: Iterable[int]) -> str:
        """The names as speech lists them: ``Anna, Ben and Cleo``."""
        return listed([self.names[seat] for seat in seats], self._messages)

    def named_first(self, text: str) -> tuple[int, str] | None:
        """The player whom a text begins with and what follows; None where it begins with nobody.

        A whole name goes before a seat's number, that before the beginning of a name. Raises LineError where
        it could be several.
        """
        whole = {
            seat: length
            for seat, name in enumerate(self._names)
            if name and (length := _length_of(name, text)) is not None
        }
        if whole:
            longest = max(whole.values())
            meant = [seat for seat, length in whole.items() if length == longest]
            return self._only(meant, text), _after(text, longest)
        first = re.split(r"[\s:]", text, maxsplit=1)[0]
        if not first:
            return None
        if first.isdecimal():
            seat = int(first) - 1 if len(first) < 3 else -1
            return (seat, _after(text, len(first))) if 0 <= seat < len(self.names) else None
        beginning = [seat for seat, name in enumerate(self._names) if name.startswith(first.casefold())]
        return (self._only(beginning, first), _after(text, len(first))) if beginning else None

    def named(self, text: str) -> int:
        """The player a text names, and nothing but that; raises LineError."""
        found = self.named_first(text)
        if found is None or found[1]:
            raise LineError(
                self._messages.gettext('There is no player "{name}"; there are {players}.').format(
                    name=cut(one_line(text), LONGEST_NAME), players=self.listed(range(len(self.names)))
                )
            )
        return found[0]

    def _only(self, seats: Sequence[int], text: str) -> int:
        if len(seats) == 1:
            return seats[0]
        raise LineError(
            self._messages.gettext(
                '"{name}" could be {players}; write more of the name, or the seat: {seats}.'
            ).format(
                name=cut(one_line(text), LONGEST_NAME),
                players=either([self.names[seat] for seat in seats], self._messages),
                seats=either([str(seat + 1) for seat in seats], self._messages),
            )
        )


def _told(name: str, messages: NullTranslations) -> str:
    strength = house_strength(name)
    return name if strength is None else house(strength, messages)


def _length_of(name: str, text: str) -> int | None:
    """How many letters at the beginning of a text are this name, case apart; None where it is another."""
    # Folding case may change lengths ("ß"), so every length is tried.
    for length in range(1, len(text) + 1):
        if text[:length].casefold() == name:
            return length if text[length : length + 1].strip(" :") == "" else None
    return None


def _after(text: str, length: int) -> str:
    """What follows the first letters and a colon."""
    return text[length:].strip().removeprefix(":").strip()
