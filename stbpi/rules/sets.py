"""The built-in rule sets and their variants, as data, and the way to ask for them.

A set is what differs from the defaults of :class:`RuleSet`, which are those of ``classic``; a variant is
what it changes on top. Variants of one set combine, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from stbpi.rules.ruleset import MOST_PLAYERS, READERS, RuleSet, RuleSetError, nearest

Changes = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """What a set changes of the defaults, and what each of its variants changes of that."""

    axes: Changes
    variants: Mapping[str, Changes]


def _built_in() -> dict[str, BuiltIn]:
    none: Mapping[str, Changes] = {}
    return {
        "classic": BuiltIn(
            {},
            {
                "one-die": {"one_die": "none_above_6"},
                "two-flaps": {"max_flaps": 2},
                "hundred": {"match": "target", "target": 100, "shut_ends_round": False},
                "digits": {"scoring": "digits"},
            },
        ),
        # "For money or for fun": without a stake until one is named; shutting then earns double.
        "pub": BuiltIn(
            {"one_die": "none_above_6", "match": "open", "shut_multiplier": 2, "max_players": MOST_PLAYERS},
            none,
        ),
        "tray": BuiltIn(
            {
                "flaps": 10,
                "rows": "own",
                "play": "one_throw",
                "one_die": "at_most_6_open",
                "match": "target",
                "target": 50,
                "min_players": 2,
                "max_players": 4,
            },
            {
                "common": {"play": "common_throw", "combine": "either"},
                "express": {"match": "rounds", "rounds": 3, "scoring": "digits"},
            },
        ),
        "numbers": BuiltIn(
            {
                "flaps": 10,
                "rows": "own",
                "play": "one_throw",
                "max_flaps": 2,
                "doubles": "again_or_three",
                "out_after": 2,
                "min_players": 2,
                "max_players": 6,
            },
            none,
        ),
        "thai": BuiltIn({"combine": "single"}, none),
        "two-to-go": BuiltIn({"first_throw_closes": 2}, none),
        "three-to-go": BuiltIn({"first_throw_closes": 3}, none),
        "three-down": BuiltIn({"closed_at_start": [1, 2, 3]}, none),
        "lucky-seven": BuiltIn({"flaps": [7], "play": "one_throw", "out_after": 0}, none),
        "unlucky-seven": BuiltIn({"stop_on": 7}, none),
        "odds": BuiltIn({"flaps": [1, 3, 5, 7, 9]}, none),
        "evens": BuiltIn({"flaps": [2, 4, 6, 8]}, none),
        "full-house": BuiltIn({"flaps": 12}, none),
        "three-hundred": BuiltIn({"flaps": 24, "dice": 4}, none),
        "knock-out": BuiltIn({"match": "open", "eliminate_at": 45}, none),
        "doubles-up": BuiltIn({"match": "rounds", "rounds": 3, "others_multiplier_on_shut": 2}, none),
    }


@lru_cache(maxsize=1)
def _sets() -> Mapping[str, BuiltIn]:
    return MappingProxyType(_built_in())


_DEPENDENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"match": ("rounds", "target"), "one_die": ("one_die_forced",)}
)
"""Axes that only have a meaning beside a value of another: they start afresh when that one is changed."""


def rule_set_names() -> tuple[str, ...]:
    """The built-in sets."""
    return tuple(_sets())


def variants_of(name: str) -> tuple[str, ...]:
    """The variants of a built-in set, which all combine."""
    return tuple(_find(name).variants)


def rule_set(name: str, variants: Iterable[str] = (), **axes: object) -> RuleSet:
    """A built-in set with variants, and axes of one's own on top: ``rule_set("tray", ["common"], flaps=12)``.

    Raises :class:`RuleSetError` for a name, variant or axis that does not exist, and for what cannot be
    played.
    """
    found = _find(name)
    if isinstance(variants, str) or not isinstance(variants, Iterable):
        raise RuleSetError(f"variants = {variants!r} cannot be: write a list of names.")
    wanted = list(variants)
    for variant in wanted:
        if variant not in found.variants:
            raise RuleSetError(
                f"{name!r} has no variant {variant!r}: {nearest(str(variant), found.variants)}"
            )
        if wanted.count(variant) > 1:
            raise RuleSetError(f"The variant {variant!r} is named twice; once is enough.")
    for axis in axes:
        if axis not in READERS:
            raise RuleSetError(f"{axis!r} is no axis of a rule set: {nearest(axis, READERS)}")
    # In the order they are declared in, so that naming them in another order makes the same value.
    chosen = tuple(variant for variant in found.variants if variant in wanted)
    merged: dict[str, Any] = dict(found.axes)
    for changes in (*(found.variants[variant] for variant in chosen), axes):
        for axis in changes:
            for dependent in _DEPENDENTS.get(axis, ()):
                merged.pop(dependent, None)
        merged.update(changes)
    return RuleSet(name=name, variants=chosen, **merged)


def _find(name: object) -> BuiltIn:
    sets = _sets()
    if isinstance(name, str) and name in sets:
        return sets[name]
    raise RuleSetError(f"There is no rule set {name!r}: {nearest(str(name), sets)}")
