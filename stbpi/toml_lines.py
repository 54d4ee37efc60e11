"""Where keys stand in a TOML text. ``tomllib`` gives values only; people need the line to mend."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys down to a value; an element of an array of tables is named by its index."""

_STRING = r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'"
_TOKEN = re.compile(
    rf"(?P<string>{_STRING})|(?P<comment>#[^\n]*)|(?P<open>[\[{{])|(?P<close>[\]}}])|(?P<newline>\n)|.",
    re.DOTALL,
)
_ENDLESS = re.compile(r"[0-9][0-9_]{999,}")
"""Python refuses from 4,300 digits on; no key or date comes near."""
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_KEY_PART = re.compile(rf"[ \t]*(?P<key>[A-Za-z0-9_-]+|{_STRING})[ \t]*(?P<dot>\.?)", re.DOTALL)


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line (from 1) of every key and table header of a text that ``tomllib`` has accepted.

    Keys inside inline tables are not listed: they stand on the line of the key the table belongs to.
    """
    line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
    lines: dict[KeyPath, int] = {}
    last_element: dict[KeyPath, int] = {}
    table: KeyPath = ()
    at = _skip_blank(text, 0)
    while at < len(text):
        line = bisect_right(line_starts, at)
        if text[at] == "[":
            is_array = text.startswith("[[", at)
            names, at = _keys(text, at + (2 if is_array else 1))
            at += 2 if is_array else 1
            table = _enter(names[:-1], last_element)
            for depth in range(1, len(table) + 1):
                lines.setdefault(table[:depth], line)
            table = (*table, names[-1])
            if is_array:
                lines.setdefault(table, line)
                last_element[table] = last_element.get(table, -1) + 1
            if table in last_element:
                table = (*table, last_element[table])
            lines.setdefault(table, line)
        else:
            names, at = _keys(text, at)
            for depth in range(1, len(names) + 1):
                lines.setdefault((*table, *names[:depth]), line)
            at = _skip_value(text, at + 1)
        at = _skip_blank(text, at)
    return lines


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int | None:
    """The line of a key, or of the nearest table around it that is listed."""
    for depth in range(len(path), 0, -1):
        if path[:depth] in lines:
            return lines[path[:depth]]
    return None


def endless_number(text: str) -> tuple[int, str]:
    """Line and key of the first whole number so long that Python, and ``tomllib`` with it, refuses to read it."""
    found = _ENDLESS.search(text)
    line = text.count("\n", 0, found.start()) + 1 if found else 1
    key, _, _ = text.split("\n")[line - 1].partition("=")
    return line, key.strip()[:60]


def _skip_blank(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _enter(names: list[str], last_element: dict[KeyPath, int]) -> KeyPath:
    """The path of names where arrays of tables stand for their last element, as TOML has it."""
    path: KeyPath = ()
    for name in names:
        path = (*path, name)
        if path in last_element:
            path = (*path, last_element[path])
    return path


def _keys(text: str, at: int) -> tuple[list[str], int]:
    """The parts of a dotted key that begins at ``at``, and where it ends."""
    names: list[str] = []
    while match := _KEY_PART.match(text, at):
        key = match["key"]
        names.append(tomllib.loads(f"key = {key}")["key"] if key[0] in "\"'" else key)
        at = match.end()
        if not match["dot"]:
            break
    return names, at


def _skip_value(text: str, at: int) -> int:
    """Where the value that begins at ``at`` has ended: with its line, outside of brackets and strings."""
    depth = 0
    for match in _TOKEN.finditer(text, at):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
        elif match["newline"] and depth == 0:
            return match.end()
    return len(text)
