"""Pieces of JSON Schema (2020-12), as short as the values they describe."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Schema: TypeAlias = dict[str, Any]

BOOLEAN: Schema = {"type": "boolean"}
INTEGER: Schema = {"type": "integer"}
NUMBER: Schema = {"type": "number"}
TEXT: Schema = {"type": "string"}

PRINTABLE = "^[^\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]*$"
"""What may be written into a name: anything but control characters, ends of lines, and what turns the direction."""


def closed(properties: Mapping[str, Schema], *, optional: Iterable[str] = (), about: str = "") -> Schema:
    """An object of these properties and no others; all of them are there but the ``optional``."""
    known = set(optional)
    shape: Schema = {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in known],
        "additionalProperties": False,
    }
    return {**shape, "description": about} if about else shape


def each(item: Schema, *, least: int = 0, most: int | None = None) -> Schema:
    """A list."""
    bounds: Schema = {"minItems": least} if least else {}
    return {"type": "array", "items": item, **bounds, **({} if most is None else {"maxItems": most})}


def by_name(value: Schema) -> Schema:
    """An object whose keys are names."""
    return {"type": "object", "additionalProperties": value}


def whole(least: int, most: int | None = None) -> Schema:
    """A whole number from ``least`` to ``most``."""
    return {"type": "integer", "minimum": least, **({} if most is None else {"maximum": most})}


def words(of: Iterable[str]) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": [str(word) for word in of]}


def text(most: int, *, least: int = 0) -> Schema:
    """Printable text."""
    return {"type": "string", "minLength": least, "maxLength": most, "pattern": PRINTABLE}


def or_null(schema: Schema) -> Schema:
    """The same, or null."""
    if isinstance(schema.get("type"), str) and "enum" not in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def ref(name: str) -> Schema:
    """One of the document's own schemas."""
    return {"$ref": f"#/components/schemas/{name}"}


def about(schema: Schema, sentence: str) -> Schema:
    """The same, with a sentence on what it is."""
    return {**schema, "description": sentence}


def fields_of(values: type, names: Iterable[str] | None = None) -> dict[str, Schema]:
    """The fields of a dataclass as their types say, all or these: what JSON has them as."""
    if not is_dataclass(values):
        raise TypeError(f"{values} is no dataclass; describe it by hand")
    hints = get_type_hints(values)
    wanted = [field.name for field in fields(values)] if names is None else names
    return {name: _of_hint(hints[name]) for name in wanted}


_PLAIN: Mapping[object, Schema] = {bool: BOOLEAN, int: INTEGER, float: NUMBER, str: TEXT}


def _of_hint(hint: Any) -> Schema:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return words(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return words(inner)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return each(_of_hint(inner[0]))
    if origin in (Union, types.UnionType) and len(inner) == 2 and inner[1] is type(None):
        return or_null(_of_hint(inner[0]))
    raise TypeError(f"{hint} has no shape in JSON; describe it by hand")
