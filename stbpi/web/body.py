"""Reading the JSON body of a call: every key known, every value of its type and within its bounds."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from typing import Any, NoReturn

from stbpi.locale.people import seated
from stbpi.rules.errors import shown
from stbpi.table.names import is_writable, named
from stbpi.web.errors import ApiError, nearest


def parse_object(data: bytes) -> dict[str, object]:
    """The JSON object in ``data`` (UTF-8); nothing at all counts as an empty one. Raises ApiError."""
    if not data.strip():
        return {}
    if data.startswith(BOM_UTF8):
        raise ApiError(
            400, "bad_json", "The body begins with a byte order mark, which JSON has none of; leave it out."
        )
    try:
        value = json.loads(
            data.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_without_doubles
        )
    except UnicodeDecodeError as error:
        raise ApiError(
            400, "bad_json", f"The body is not UTF-8 at byte {error.start}; send JSON in UTF-8."
        ) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise ApiError(
            400, "bad_json", f"The body is not JSON at {place}: {error.msg}; mend it there."
        ) from None
    except RecursionError:
        raise ApiError(
            400, "bad_json", "The body nests too deep to be a call; send one flat object."
        ) from None
    except ApiError:
        raise
    except ValueError:
        # Only a whole number with more digits than Python converts is left to raise it.
        raise ApiError(
            400, "bad_json", "The body holds a number with thousands of digits; shorten it."
        ) from None
    if not isinstance(value, dict):
        raise ApiError(400, "bad_json", f"The body is {shown(value)}; send an object such as {{}}.")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ApiError(400, "bad_json", f"The body says {name}, which is not JSON; send a number.")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ApiError(400, "doubled_key", f"The body gives {shown(key)} twice; give it once.")
        found[key] = value
    return found


class Body:
    """The keys of one call's body, read one by one.

    Every reader raises ApiError (400) naming the key, the value and the mend.
    """

    def __init__(self, values: dict[str, object], known: tuple[str, ...]) -> None:
        """Raises ApiError where ``values`` holds a key that is not in ``known``."""
        for key in values:
            if key not in known:
                raise ApiError(400, "unknown_key", f"The body has no key {shown(key)}; {nearest(key, known)}")
        self._values = values

    def has(self, key: str) -> bool:
        """Whether the key was given (null counts as given)."""
        return key in self._values

    def _get(self, key: str, wanted: str) -> object:
        if key not in self._values:
            raise ApiError(400, "missing_key", f"The body lacks {key!r}; give {wanted}.")
        return self._values[key]

    def integer(self, key: str, least: int, most: int, unit: str = "") -> int:
        """A whole number from ``least`` to ``most``."""
        wanted = f"a whole number{' of ' + unit if unit else ''} from {least} to {most}"
        return _integer(self._get(key, wanted), repr(key), least, most, wanted)

    def boolean(self, key: str, default: bool | None = None) -> bool:
        """True or false; ``default`` where the key is left out, if there is one."""
        if default is not None and key not in self._values:
            return default
        value = self._get(key, "true or false")
        if not isinstance(value, bool):
            raise ApiError(400, "bad_value", f"{key!r} is {shown(value)}; give true or false.")
        return value

    def text(self, key: str, most: int) -> str:
        """Printable text of at most ``most`` characters."""
        wanted = f"text of at most {most} characters"
        return _text(self._get(key, wanted), repr(key), most, wanted)

    def texts(self, key: str, most: int, most_each: int) -> tuple[str, ...]:
        """A list of texts; an empty one where the key is left out."""
        wanted = f"a list of at most {most} texts"
        values = _list(self._values.get(key, []), repr(key), most, wanted)
        each = f"text of at most {most_each} characters"
        return tuple(_text(value, f"{key!r}[{i}]", most_each, each) for i, value in enumerate(values))

    def integers(self, key: str, least: int, most: int, most_items: int) -> tuple[int, ...]:
        """A list of at most ``most_items`` whole numbers, each from ``least`` to ``most``."""
        wanted = f"a list of 1 to {most_items} whole numbers"
        values = _list(self._get(key, wanted), repr(key), most_items, wanted)
        if not values:
            raise ApiError(400, "bad_value", f"{key!r} is empty; give {wanted}.")
        each = f"a whole number from {least} to {most}"
        return tuple(_integer(value, f"{key!r}[{i}]", least, most, each) for i, value in enumerate(values))

    def pairs(self, key: str, least: int, most: int, most_items: int) -> tuple[tuple[int, bool], ...]:
        """Pairs ``[microseconds, 0 or 1]``: times from ``least`` to ``most`` that never fall."""
        wanted = f"a list of 1 to {most_items} pairs [microseconds, 0 or 1]"
        values = _list(self._get(key, wanted), repr(key), most_items, wanted)
        if not values:
            raise ApiError(400, "bad_value", f"{key!r} is empty; give {wanted}.")
        found: list[tuple[int, bool]] = []
        for i, pair in enumerate(values):
            place = f"{key!r}[{i}]"
            if not isinstance(pair, list) or len(pair) != 2:
                raise ApiError(400, "bad_value", f"{place} is {shown(pair)}; give [microseconds, 0 or 1].")
            at = _integer(pair[0], f"{place}[0]", least, most, f"microseconds from {least} to {most}")
            level = pair[1]
            # True is a number to Python, and none in JSON.
            if isinstance(level, bool) or not isinstance(level, int) or level not in (0, 1):
                raise ApiError(
                    400, "bad_value", f"{place}[1] is {shown(level)}; give 0 (open) or 1 (closed)."
                )
            if found and at < found[-1][0]:
                raise ApiError(
                    400, "bad_value", f"{place}[0] is {at}, earlier than the one before; sort the edges."
                )
            found.append((at, bool(level)))
        return tuple(found)

    def mapping(self, key: str) -> dict[str, object]:
        """An object; an empty one where the key is left out."""
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise ApiError(400, "bad_value", f"{key!r} is {shown(value)}; give an object.")
        return value

    def players(self, key: str, most: int, most_each: int) -> tuple[str, ...] | int:
        """Names, at most ``most``, or how many players without names: whether so many can play the rules say."""
        value = self._get(key, "a list of names, or a count")
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if not isinstance(value, list) or not value:
            raise ApiError(400, "bad_value", f"{key!r} is {shown(value)}; give a list of names, or a count.")
        return tuple(seated(named(name)) for name in self.texts(key, most, most_each))


def _integer(value: object, place: str, least: int, most: int, wanted: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ApiError(400, "bad_value", f"{place} is {shown(value)}; give {wanted}.")
    if not least <= value <= most:
        raise ApiError(400, "out_of_range", f"{place} is {shown(value)}; give {wanted}.")
    return value


def _list(value: object, place: str, most: int, wanted: str) -> list[object]:
    if not isinstance(value, list):
        raise ApiError(400, "bad_value", f"{place} is {shown(value)}; give {wanted}.")
    if len(value) > most:
        raise ApiError(400, "out_of_range", f"{place} has {len(value)} entries; give {wanted}.")
    return value


def _text(value: object, place: str, most: int, wanted: str) -> str:
    if not isinstance(value, str):
        raise ApiError(400, "bad_value", f"{place} is {shown(value)}; give {wanted}.")
    if len(value) > most:
        raise ApiError(400, "out_of_range", f"{place} has {len(value)} characters; give {wanted}.")
    if not is_writable(value):
        raise ApiError(400, "bad_value", f"{place} is {shown(value)}; leave out what cannot be printed.")
    return value
