"""The built-in rule sets and their variants, as data, and the way to ask for them.

A set is what differs from the defaults of :class:`RuleSet`, which are those of ``classic``; a variant is
what it changes on top. Variants of one set combine, in any order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias

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
    wanted, merged = _changed(name, found, [(variants, axes)])
    # In the order they are declared in, so that naming them in another order makes the same value.
    return RuleSet(name=name, variants=tuple(one for one in found.variants if one in wanted), **merged)


Step: TypeAlias = tuple[Iterable[str], Mapping[str, object]]
"""Variants, and axes changed on top of them."""


def house_set(name: str, base: str, steps: Iterable[Step], variants: Iterable[str] = ()) -> RuleSet:
    """A set of the house: the built-in set ``base``, changed step by step, under a name of its own.

    ``variants`` are the names it goes by besides. Raises as :func:`rule_set` does, and speaks of ``name``.
    """
    _, merged = _changed(name, _find(base, "base"), steps)
    return RuleSet(name=name, variants=tuple(variants), **merged)


def _changed(name: str, found: BuiltIn, steps: Iterable[Step]) -> tuple[list[str], dict[str, Any]]:
    """All variants of the steps, and the axes that they come to."""
    wanted: list[str] = []
    merged: dict[str, Any] = dict(found.axes)
    for variants, axes in steps:
        chosen = _chosen(name, found, variants, wanted)
        wanted += chosen
        for axis in axes:
            if axis not in READERS:
                raise RuleSetError(f"{axis!r} is no axis of a rule set: {nearest(axis, READERS)}", axis)
        declared = (changes for variant, changes in found.variants.items() if variant in chosen)
        for changes in (*declared, axes):
            for axis in changes:
                for dependent in _DEPENDENTS.get(axis, ()):
                    merged.pop(dependent, None)
            merged.update(changes)
    return wanted, merged


def _chosen(name: str, found: BuiltIn, variants: Iterable[str], before: Collection[str]) -> list[str]:
    """The variants, none of which may be among those chosen ``before``."""
    if isinstance(variants, str) or not isinstance(variants, Iterable):
        raise RuleSetError(f"variants = {variants!r} cannot be: write a list of names.", "variants")
    chosen: list[str] = []
    for variant in variants:
        if not isinstance(variant, str) or variant not in found.variants:
            known = [one for one in found.variants if one not in before]
            sentence = f"{name!r} has no variant {variant!r}: {nearest(str(variant), known)}"
        elif variant in chosen:
            sentence = f"The variant {variant!r} is named twice; once is enough."
        elif variant in before:
            sentence = f"{name!r} is played with the variant {variant!r} already; leave it out."
        else:
            chosen.append(variant)
            continue
        raise RuleSetError(sentence, "variants", element=variant)
    return chosen


def _find(name: object, key: str = "rules") -> BuiltIn:
    sets = _sets()
    if isinstance(name, str) and name in sets:
        return sets[name]
    raise RuleSetError(f"There is no rule set {name!r}: {nearest(str(name), sets)}", key)
