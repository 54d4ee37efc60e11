"""Takes checked values out of a TOML document; whatever is wrong becomes one sentence with its file, line and
mend.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from stbpi.toml_lines import KeyPath, Place, Places, endless_number


class SettingsError(ValueError):
    """A setting that cannot be used: one sentence with the place, the key, the value and the mend."""

    def __init__(self, sentence: str) -> None:
        # Values are quoted as people wrote them; what would break the line is escaped.
        super().__init__(
            "".join(
                sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in sentence
            )
        )


@dataclass(frozen=True, slots=True)
class Override:
    """A setting given outside the file: its key path, its value, and the option that people know it by."""

    path: tuple[str, ...]
    value: Any
    option: str


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like one that is not known, None where none is alike."""
    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return close[0] if close else None


def one_of(known: Iterable[str]) -> str:
    """Words as a choice in a sentence: "a", "b" or "c"."""
    words = [f'"{word}"' for word in known]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


class Source:
    """A configuration file, or none, and what was given over it; knows where every key comes from."""

    def __init__(self, path: Path | None, overrides: Sequence[Override] = ()) -> None:
        self.path = path
        self.document: dict[str, Any] = {}
        self._places = Places("")
        self._options: dict[KeyPath, str] = {}
        self._covered: dict[KeyPath, Any] = {}
        if path is not None:
            text = _text_of(path)
            self.document = _parsed(text, path)
            self._places = Places(text)
            self._refuse_endless_numbers(self.document, ())
        for override in overrides:
            self._lay_over(override)

    @property
    def folder(self) -> Path:
        """What relative paths in the file are relative to."""
        return Path() if self.path is None else self.path.parent

    def place(self, path: KeyPath, *, of_key: bool = False) -> str:
        """Where the value of a key was given, or the key: ``file:line:column``, or the option."""
        option = self.option(path)
        if option is not None:
            return option
        where = self._places.of(path)
        name = "the settings" if self.path is None else str(self.path)
        return name if where is None else _at(name, where.key if of_key else where.value)

    def option(self, path: KeyPath) -> str | None:
        """The option by which a key was given, or a table around it; None where the file has it, or nobody."""
        depths = range(len(path), 0, -1)
        return next((self._options[path[:depth]] for depth in depths if path[:depth] in self._options), None)

    def beneath(self, path: KeyPath) -> Section | None:
        """The table of a key with what the file says there, where an option was given over that; else None."""
        if path not in self._covered:
            return None
        file = Source(None)
        file.path, file._places = self.path, self._places
        return Section(file, {str(path[-1]): self._covered[path]}, path[:-1])

    def _refuse_endless_numbers(self, value: Any, path: KeyPath) -> None:
        """Refuse whole numbers that Python might not spell out: written in hexadecimal they get this far."""
        if isinstance(value, dict | list):
            for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
                self._refuse_endless_numbers(inner, (*path, key))
        elif isinstance(value, int) and abs(value) >= ENDLESS:
            raise SettingsError(
                f"{self.place(path)}: {_dotted(path)} is a number of more than 100 digits; no setting has so many"
            )

    def _lay_over(self, override: Override) -> None:
        table = self.document
        for depth, key in enumerate(override.path[:-1], start=1):
            inner = table.setdefault(key, {})
            if not isinstance(inner, dict):
                path = override.path[:depth]
                raise SettingsError(
                    f"{self.place(path)}: {'.'.join(path)} is {shown(inner)}; make it a table [{key}]"
                )
            table = inner
        if override.path[-1] in table and override.path not in self._options:
            self._covered[override.path] = table[override.path[-1]]
        table[override.path[-1]] = override.value
        self._options[override.path] = override.option


class Section:
    """One table of the document. Each key is taken with its check; ``known_only`` refuses all others."""

    def __init__(self, source: Source, values: Mapping[str, Any], path: KeyPath = ()) -> None:
        self.source = source
        self.values = values
        self.path = path

    def error(self, key: str | None, sentence: str) -> SettingsError:
        """An error at the value of a key of this table, or at the table itself."""
        return self.error_at(() if key is None else (key,), sentence)

    def error_at(self, keys: KeyPath, sentence: str) -> SettingsError:
        """An error at a value in a table or an array in this one."""
        return SettingsError(f"{self.source.place((*self.path, *keys))}: {sentence}")

    def name(self, key: str) -> str:
        """The key with the tables it is in, as people write it."""
        return _dotted((*self.path, key))

    def known_only(self, known: Iterable[str]) -> None:
        """Refuse keys that mean nothing here, naming the nearest one that does."""
        known = tuple(known)
        for key in self.values:
            if key not in known:
                like = nearest(key, known)
                mend = f'did you mean "{like}"?' if like else f"known here are {', '.join(known)}"
                place = self.source.place((*self.path, key), of_key=True)
                raise SettingsError(f'{place}: unknown key "{self.name(key)}"; {mend}')

    def section(self, key: str) -> Section:
        """A table in this one; empty where it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, f"{self.name(key)} is {shown(value)}; make it a table [{self.name(key)}]")
        return Section(self.source, value, (*self.path, key))

    def sections(self, key: str) -> tuple[Section, ...]:
        """An array of tables in this one; empty where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(element, dict) for element in value):
            raise self.error(key, f"{self.name(key)} is one table; write [[{self.name(key)}]] for each")
        return tuple(
            Section(self.source, element, (*self.path, key, index)) for index, element in enumerate(value)
        )

    def integer(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number from ``least`` to ``most``."""
        if beneath := self._beneath(key):
            beneath.integer(key, default, least, most)
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.error(
                key, f"{self.name(key)} is {shown(value)}; give a whole number from {least} to {most}"
            )
        return value

    def optional_integer(self, key: str, least: int, most: int) -> int | None:
        """A whole number from ``least`` to ``most``, None where it is not given."""
        return self.integer(key, least, least, most) if key in self.values else None

    def number(self, key: str, default: float, least: float, most: float) -> float:
        """A number from ``least`` to ``most``."""
        value = self.values.get(key, default)
        # Written so that nan, which TOML knows, is refused too.
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise self.error(
                key, f"{self.name(key)} is {shown(value)}; give a number from {least:g} to {most:g}"
            )
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"{self.name(key)} is {shown(value)}; give true or false")
        return value

    def text(
        self, key: str, default: str, *, if_empty: str = "write something between the quotes, or leave it out"
    ) -> str:
        """A text that is not empty; ``if_empty`` is the mend of one that is."""
        if beneath := self._beneath(key):
            beneath.text(key, default, if_empty=if_empty)
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, f"{self.name(key)} is {shown(value)}; give a text in quotes")
        if not value:
            raise self.error(key, f'{self.name(key)} is ""; {if_empty}')
        return value

    def choice(self, key: str, default: str, known: Sequence[str]) -> str:
        """One of the known words."""
        if beneath := self._beneath(key):
            beneath.choice(key, default, known)
        value = self.text(key, default, if_empty=f"choose {one_of(known)}")
        if value not in known:
            like = nearest(value, known)
            mend = f'did you mean "{like}"?' if like else f"choose {one_of(known)}"
            raise self.error(key, f'{self.name(key)} is "{value}", which is not known; {mend}')
        return value

    def _beneath(self, key: str) -> Section | None:
        """The table as the file has it: a slip there is told although an option is given over it."""
        return self.source.beneath((*self.path, key))

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where it is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(
                key, f'{self.name(key)} is {shown(value)}; give a list of texts, such as ["a", "b"]'
            )
        return tuple(value)


def _at(name: object, place: Place) -> str:
    return f"{name}:{place.line}:{place.column}"


def _dotted(path: KeyPath) -> str:
    return ".".join(part for part in path if isinstance(part, str))


def shown(value: Any) -> str:
    """A value as TOML writes it, cut where it is long."""
    text = _written(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _written(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case list():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            inner = ", ".join(f"{key} = {_written(one)}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case _:
            return str(value)


ENDLESS = 10**100
"""No setting has so many digits, and Python spells out 4,300 of them at most."""


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise SettingsError(
            f"{path}: cannot be read ({error.strerror}); check the name, or leave --config out"
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path}: is not UTF-8 text (byte {error.start}); save it as UTF-8") from error


_SYNTAX = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.S
)


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _SYNTAX.fullmatch(str(error))
        what = " ".join((match["what"] if match else str(error)).split())
        if match and match["line"]:
            place = Place(int(match["line"]), int(match["column"]))
        else:
            *before, last = text.split("\n")
            place, what = Place(len(before) + 1, len(last) + 1), f"{what}, at the end of the file"
        raise SettingsError(f"{_at(path, place)}: this is not TOML ({what}); correct that line") from error
    except ValueError as error:
        # What is left to raise it is a whole number with more digits than Python takes.
        begins, key = endless_number(text)
        raise SettingsError(
            f"{_at(path, begins)}: {key} is a number of thousands of digits; no setting has so many"
        ) from error
    except RecursionError as error:
        raise SettingsError(f"{path}: is nested too deeply; write it flatter") from error
