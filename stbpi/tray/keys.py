"""Reading the keys of a profile's TOML strictly: each of the right type, none that means nothing, and what is wrong
told with its place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

from stbpi.rules.errors import shown
from stbpi.toml_lines import KeyPath, Places
from stbpi.tray.errors import BadValueError, UnknownKeyError

MISSPELT = 0.6
"""How like each other, by difflib, a key that is missing and one that means nothing must be for a slip of the pen."""


class Source:
    """Where a profile comes from, so that a sentence about it can begin with the place: ``file:line`` for a file of
    people's own, the profile's name for a shipped one.
    """

    def __init__(self, name: str, file: str | None, text: str) -> None:
        self.name = name
        self.file = file
        self._places = Places(text if file is not None else "")

    def line(self, path: KeyPath) -> int | None:
        """The line in people's own file of a key, or of the table around it."""
        where = self._places.of(path)
        return None if where is None else where.key.line

    def begin(self, path: KeyPath, place: str = "") -> str:
        """The beginning of a sentence about a key at ``path``, whose table people know as ``place``."""
        if self.file is None:
            return f"profile {self.name}, {place}: " if place else f"profile {self.name}: "
        line = self.line(path)
        where = self.file if line is None else f"{self.file}:{line}"
        return f"{where}: {place}: " if place else f"{where}: "

    def aside(self, path: KeyPath, words: str = "line") -> str:
        """What tells where the other party of a conflict stands, to follow its name; empty for a shipped profile."""
        line = self.line(path)
        return "" if line is None else f" ({words} {line})"


class Keys:
    """One table of a profile. Every key that means something is asked for once, then ``done`` refuses the rest."""

    def __init__(
        self, table: Mapping[str, object], source: Source, path: KeyPath = (), place: str = ""
    ) -> None:
        self.source = source
        self.path = path
        self._place = place
        self._table = table
        self._known: list[str] = []

    def begin(self, key: str | None = None) -> str:
        """The beginning of a sentence about ``key``, or about the whole table."""
        return self.source.begin(self.path if key is None else (*self.path, key), self._place)

    def has(self, key: str) -> bool:
        """Whether ``key`` is given; one that is asked for means something."""
        self._known.append(key)
        return key in self._table

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
        return self.whole(key, allowed) if self.has(key) else None

    def wholes(self, key: str, allowed: range) -> tuple[int, ...]:
        """The list of whole numbers ``key``, at least one, each within ``allowed``."""
        value = self._value(key, None)
        if not isinstance(value, list) or not value:
            raise self.bad(key, value, "a list of whole numbers such as [1, 2, 3]")
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int) or number not in allowed:
                raise self.bad(key, number, f"made of whole numbers from {allowed[0]} to {allowed[-1]}")
        return tuple(value)

    def flag(self, key: str, default: bool) -> bool:
        """The ``true`` or ``false`` of ``key``."""
        value = self._value(key, default)
        if not isinstance(value, bool):
            raise self.bad(key, value, "true or false")
        return value

    def word(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """The word ``key``, one of ``allowed``."""
        value = self._value(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.bad(key, value, _choice(allowed))
        return value

    def words(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """The list of words ``key``; at least one, where it has no default."""
        value = self._value(key, None if default is None else list(default))
        if not isinstance(value, list) or (default is None and not value):
            raise self.bad(key, value, 'a list of words such as ["a", "b"]')
        for word in value:
            if not isinstance(word, str):
                raise self.bad(key, word, "made of words, each in quotes")
        return tuple(value)

    def text(self, key: str, default: str | None = None) -> str:
        """The text ``key``."""
        value = self._value(key, default)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self.bad(key, value, "a line of text")
        return value

    def named(self, key: str, known: Collection[str], what: str) -> str:
        """The name ``key`` of one of the ``known`` parts; the only one where it is left out."""
        if not self.has(key) and len(known) == 1:
            return next(iter(known))
        return self.known(key, self.text(key), known, what)

    def known(self, key: str, name: str, known: Collection[str], what: str) -> str:
        """``name``, found in the value of ``key``, as one of the ``known`` parts."""
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.0)
            hint = f'did you mean "{near[0]}"?' if near else f"describe it as [[{what}]]"
            raise BadValueError(f'{self.begin(key)}there is no {what} "{name}"; {hint}')
        return name

    def tables(self, key: str, *, needed: bool = False) -> tuple[Keys, ...]:
        """The ``[[key]]`` tables; each is known by that word, numbered from 1."""
        value = self._value(key, None if needed else [])
        if isinstance(value, dict):
            raise BadValueError(f"{self.begin(key)}{key} is one table; write [[{key}]] for each")
        tables = isinstance(value, list) and all(isinstance(table, dict) for table in value)
        if not isinstance(value, list) or not tables or (needed and not value):
            raise self.bad(key, value, f"given as [[{key}]] tables")
        return tuple(
            Keys(table, self.source, (*self.path, key, index), f"{key} {index + 1}")
            for index, table in enumerate(value)
        )

    def table(self, key: str) -> Keys | None:
        """The ``[key]`` table, or None where there is none."""
        if not self.has(key):
            return None
        value = self._table[key]
        if not isinstance(value, dict):
            raise self.bad(key, value, f"given as a [{key}] table")
        return Keys(value, self.source, (*self.path, key), key)

    def given(self, key: str) -> bool:
        """Whether ``key`` is given, be it one that means something or not."""
        return key in self._table

    def done(self) -> None:
        """Refuse the keys nobody asked for."""
        for key in self._table:
            if key not in self._known:
                near = get_close_matches(key, self._known, n=1, cutoff=0.0)
                hint = f'did you mean "{near[0]}"?' if near else "take it out"
                raise UnknownKeyError(f'{self.begin(key)}there is no key "{key}"; {hint}')

    def bad(self, key: str, value: object, wanted: str) -> BadValueError:
        """The error for a key whose value is not what is ``wanted``."""
        return BadValueError(f'{self.begin(key)}"{key}" is {shown(value)}, it must be {wanted}')

    def _value(self, key: str, default: object) -> object:
        if self.has(key):
            return self._table[key]
        if default is None:
            unasked = [given for given in self._table if given not in self._known]
            for slip in get_close_matches(key, unasked, n=1, cutoff=MISSPELT):
                raise UnknownKeyError(f'{self.begin(slip)}there is no key "{slip}"; did you mean "{key}"?')
            raise BadValueError(f'{self.begin()}the key "{key}" is missing; add it')
        return default


def _choice(words: Sequence[str]) -> str:
    choices = ", ".join(f'"{word}"' for word in words)
    return choices if len(words) == 1 else f"one of {choices}"
