"""Reading the keys of a TOML table strictly: each of the right type, none that means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from stbpi.tray.errors import BadValueError, UnknownKeyError


class Keys:
    """One table of a TOML file.

    Every key that means something is asked for once, then ``done`` refuses the rest.
    """

    def __init__(self, table: Mapping[str, object], place: str) -> None:
        self.place = place
        self._table = table
        self._known: list[str] = []

    def whole(self, key: str, allowed: range, default: int | None = None) -> int:
        """The whole number ``key``, within ``allowed``."""
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.bad(key, value, "a whole number")
        if value not in allowed:
            raise self.bad(key, value, f"a whole number from {allowed[0]} to {allowed[-1]}")
        return value

    def whole_or_none(self, key: str, allowed: range) -> int | None:
        """The whole number ``key``, within ``allowed``; None where it is left out."""
        if key in self._table:
            return self.whole(key, allowed)
        self._known.append(key)
        return None

    def wholes(self, key: str, allowed: range) -> tuple[int, ...]:
        """The list of distinct whole numbers ``key``, at least one, each within ``allowed``."""
        value = self._value(key, None)
        if not isinstance(value, list) or not value:
            raise self.bad(key, value, "a list of whole numbers such as [1, 2, 3]")
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int) or number not in allowed:
                raise self.bad(key, number, f"made of whole numbers from {allowed[0]} to {allowed[-1]}")
        return tuple(value)

    def word(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """The word ``key``, one of ``allowed``."""
        value = self._value(key, default)
        if not isinstance(value, str) or value not in allowed:
            choices = ", ".join(f'"{word}"' for word in allowed)
            raise self.bad(key, value, choices if len(allowed) == 1 else f"one of {choices}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """The text ``key``."""
        value = self._value(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.bad(key, value, "a line of text")
        return value

    def tables(self, key: str, place: str, *, needed: bool = False) -> tuple[Keys, ...]:
        """The ``[[key]]`` tables; ``place`` names each of them, numbered from 1."""
        value = self._value(key, None if needed else [])
        tables = isinstance(value, list) and all(isinstance(table, dict) for table in value)
        if not isinstance(value, list) or not tables or (needed and not value):
            raise self.bad(key, value, f"given as [[{key}]] tables")
        return tuple(Keys(table, f"{self.place}, {place} {n}") for n, table in enumerate(value, 1))

    def table(self, key: str) -> Keys | None:
        """The ``[key]`` table, or None where there is none."""
        self._known.append(key)
        if key not in self._table:
            return None
        value = self._table[key]
        if not isinstance(value, dict):
            raise self.bad(key, value, f"given as a [{key}] table")
        return Keys(value, f"{self.place}, {key}")

    def done(self) -> None:
        """Refuse the keys nobody asked for."""
        for key in self._table:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1, cutoff=0.0)
                hint = f'did you mean "{near[0]}"?' if near else "take it out"
                raise UnknownKeyError(f'{self.place}: there is no key "{key}"; {hint}')

    def bad(self, key: str, value: object, wanted: str) -> BadValueError:
        """The error for a key whose value is not what is ``wanted``."""
        return BadValueError(f'{self.place}: "{key}" is {value!r}, it must be {wanted}')

    def _value(self, key: str, default: object) -> object:
        self._known.append(key)
        if key in self._table:
            return self._table[key]
        if default is None:
            raise BadValueError(f'{self.place}: the key "{key}" is missing; add it')
        return default
