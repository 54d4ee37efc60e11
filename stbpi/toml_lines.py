"""Where keys and values stand in a TOML text. ``tomllib`` gives values only; people need the place to mend."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys down to a value; an element of an array is named by its index."""


class Place(NamedTuple):
    """A line and a column of the text, in characters, both from 1."""

    line: int
    column: int


class Where(NamedTuple):
    """Where a key begins, and its value. Of an element of an array and of a table's header both are its beginning."""

    key: Place
    value: Place


_STRING = r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'"
_WHOLE_STRING = re.compile(_STRING, re.DOTALL)
_ENDLESS = re.compile(r"[0-9][0-9_]{999,}")
"""Python refuses from 4,300 digits on; no key or date comes near."""
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_KEY_PART = re.compile(rf"[ \t]*(?P<key>[A-Za-z0-9_-]+|{_STRING})[ \t]*(?P<dot>\.?)", re.DOTALL)
_PLAIN = re.compile(r"[^,\]}#\n]*")
"""A number, a date or a flag."""


class Places:
    """Where everything stands in a text that ``tomllib`` has accepted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._found: dict[KeyPath, Where] = {}
        self._last_element: dict[KeyPath, int] = {}
        self._read()

    def of(self, path: KeyPath) -> Where | None:
        """The place of a key or an element, or of the nearest table or array around it that stands in the text."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self._found:
                return self._found[path[:depth]]
        return None

    @property
    def paths(self) -> frozenset[KeyPath]:
        """Every path that is listed."""
        return frozenset(self._found)

    def _read(self) -> None:
        table: KeyPath = ()
        at = self._skip_blank(0)
        while at < len(self._text):
            if self._text[at] == "[":
                table, at = self._header(at)
            else:
                at = self._entry(at, table)
            at = self._skip_blank(at)

    def _header(self, at: int) -> tuple[KeyPath, int]:
        """The table that a header begins, and where the header ends."""
        here = self._both(at)
        is_array = self._text.startswith("[[", at)
        names, at = self._keys(at + (2 if is_array else 1))
        table = self._entered([name for name, _ in names[:-1]])
        for depth in range(1, len(table) + 1):
            self._found.setdefault(table[:depth], here)
        table = (*table, names[-1][0])
        self._found.setdefault(table, here)
        if is_array:
            self._last_element[table] = self._last_element.get(table, -1) + 1
        if table in self._last_element:
            table = (*table, self._last_element[table])
            self._found.setdefault(table, here)
        return table, at + (2 if is_array else 1)

    def _entry(self, at: int, table: KeyPath) -> int:
        """Where ``key = value``, which begins at ``at``, ends."""
        names, at = self._keys(at)
        at = self._skip_blank(at + 1)
        path = table
        for name, began in names:
            path = (*path, name)
            self._found.setdefault(path, self._both(began))
        self._found[path] = Where(self._found[path].key, self._place(at))
        return self._value(at, path)

    def _value(self, at: int, path: KeyPath) -> int:
        """Where the value that begins at ``at`` ends."""
        opening = self._text[at]
        if opening not in "[{":
            match = (_WHOLE_STRING if opening in "\"'" else _PLAIN).match(self._text, at)
            return len(self._text) if match is None else match.end()
        index = 0
        at = self._skip_blank(at + 1)
        while self._text[at] not in "]}":
            if opening == "[":
                self._found[(*path, index)] = self._both(at)
                at = self._value(at, (*path, index))
            else:
                at = self._entry(at, path)
            index += 1
            at = self._skip_blank(at)
            if self._text[at] == ",":
                at = self._skip_blank(at + 1)
        return at + 1

    def _entered(self, names: list[str]) -> KeyPath:
        """The path of names where arrays of tables stand for their last element, as TOML has it."""
        path: KeyPath = ()
        for name in names:
            path = (*path, name)
            if path in self._last_element:
                path = (*path, self._last_element[path])
        return path

    def _keys(self, at: int) -> tuple[list[tuple[str, int]], int]:
        """The parts of a dotted key that begins at ``at``, each with its beginning, and where it ends."""
        names: list[tuple[str, int]] = []
        while match := _KEY_PART.match(self._text, at):
            key = match["key"]
            name = tomllib.loads(f"key = {key}")["key"] if key[0] in "\"'" else key
            names.append((name, match.start("key")))
            at = match.end()
            if not match["dot"]:
                break
        return names, at

    def _skip_blank(self, at: int) -> int:
        match = _BLANK.match(self._text, at)
        return match.end() if match else at

    def _place(self, at: int) -> Place:
        line = bisect_right(self._line_starts, at)
        return Place(line, at - self._line_starts[line - 1] + 1)

    def _both(self, at: int) -> Where:
        place = self._place(at)
        return Where(place, place)


def endless_number(text: str) -> tuple[Place, str]:
    """Place and key of the first whole number so long that Python, and ``tomllib`` with it, refuses to read it."""
    found = _ENDLESS.search(text)
    start = found.start() if found else 0
    line = text.count("\n", 0, start) + 1
    key, _, _ = text.split("\n")[line - 1].partition("=")
    return Place(line, start - text.rfind("\n", 0, start)), key.strip()[:60]
