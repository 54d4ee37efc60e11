"""The rule sets that can be played here: the built-in ones beside those of the configuration file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from stbpi.config.reading import Section, SettingsError, nearest, one_of
from stbpi.rules import RuleSet, RuleSetError, rule_set, rule_set_names, variants_of
from stbpi.rules.ruleset import nearest as like_names
from stbpi.rules.sets import house_set
from stbpi.table.names import is_blank, is_writable
from stbpi.toml_lines import KeyPath


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A rule set of the user's: a built-in one and its variants, with axes changed."""

    base: str
    variants: tuple[str, ...]
    axes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All rule sets by name; a set of the user's is as good as a built-in one."""

    own: Mapping[str, OwnRules] = field(default_factory=lambda: MappingProxyType({}))

    def names(self) -> tuple[str, ...]:
        """The built-in sets, then the user's."""
        return (*rule_set_names(), *self.own)

    def variants_of(self, name: str) -> tuple[str, ...]:
        """The variants of a set. Raises RuleSetError where there is no such set."""
        own = self._own(name)
        if own is None:
            return variants_of(name)
        return tuple(variant for variant in variants_of(own.base) if variant not in own.variants)

    def rule_set(
        self, name: str, variants: Iterable[str] = (), axes: Mapping[str, Any] | None = None
    ) -> RuleSet:
        """The set with variants and changed axes. Raises RuleSetError, one sentence, where there is none."""
        variants, axes = tuple(variants), dict(axes or {})
        own = self._own(name)
        if own is None:
            return rule_set(name, variants, **axes)
        known = self.variants_of(name)
        chosen = house_set(name, own.base, [(own.variants, own.axes), (variants, axes)])
        return RuleSet.from_axes(name, sorted(variants, key=known.index), chosen.axes())

    def _own(self, name: str) -> OwnRules | None:
        """What the user has under this name, None where it is a built-in set."""
        if name not in self.names():
            known = like_names(name, self.names())
            raise RuleSetError(f"There is no rule set {name!r}: {known}", "rules")
        return self.own.get(name)


def axis_names() -> tuple[str, ...]:
    """The axes every rule set has."""
    return tuple(rule_set("classic").axes())


def read_rule_book(rules: Section) -> RuleBook:
    """The rule sets of ``[rules.NAME]`` tables, each checked by building it."""
    own: dict[str, OwnRules] = {}
    for name in rules.values:
        section = rules.section(name)
        if name in rule_set_names():
            raise rules.error(name, f'"{name}" is a built-in rule set; give yours a name of its own')
        if not is_writable(name) or is_blank(name):
            raise rules.error(
                name, f'"{name}" is a name with signs in it that cannot be printed; leave them out'
            )
        own[name] = _own_rules(section)
        try:
            RuleBook(own).rule_set(name)
        except RuleSetError as error:
            raise _rules_error(error, section) from error
    return RuleBook(MappingProxyType(own))


def read_rules(game: Section, book: RuleBook) -> RuleSet:
    """The rule set that ``[game]`` asks for with ``rules``, ``variants`` and ``axes``."""
    name = game.choice("rules", "classic", book.names())
    variants = _variants(game, name, book.variants_of(name))
    axes = game.section("axes")
    axes.known_only(axis_names())
    try:
        return book.rule_set(name, variants, axes.values)
    except RuleSetError as error:
        raise _rules_error(error, axes, game) from error


def _rules_error(error: RuleSetError, *sections: Section) -> SettingsError:
    """What is wrong with a rule set, at the first thing it speaks of that one of the tables gives."""
    for section in sections:
        for key in error.about:
            if key in section.values:
                return section.error_at((key, *_element(section.values[key], error.element)), str(error))
    return sections[-1].error("rules" if "rules" in sections[-1].values else None, str(error))


def _element(value: Any, element: object) -> KeyPath:
    """The place of an element in a list, the last where it stands there twice; nothing where it is in none."""
    places = [place for place, one in enumerate(value) if one == element] if isinstance(value, list) else []
    return tuple(places[-1:])


def _own_rules(section: Section) -> OwnRules:
    section.known_only(("base", "variants", *axis_names()))
    base = section.choice("base", "classic", rule_set_names())
    variants = _variants(section, base, variants_of(base))
    axes = {key: value for key, value in section.values.items() if key not in ("base", "variants")}
    return OwnRules(base, variants, MappingProxyType(axes))


def _variants(section: Section, name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The variants of the set ``name`` that a table asks for."""
    variants = section.words("variants")
    for place, variant in enumerate(variants):
        if variant not in known:
            raise section.error_at(("variants", place), _unknown_variant(name, variant, known))
        if variant in variants[:place]:
            raise section.error_at(
                ("variants", place), f'{section.name("variants")} names "{variant}" twice; once is enough'
            )
    return variants


def _unknown_variant(name: str, variant: str, known: tuple[str, ...]) -> str:
    like = nearest(variant, known)
    if like:
        mend = f'did you mean "{like}"?'
    elif known:
        mend = f"choose {one_of(known)}"
    else:
        mend = "leave variants out"
    return f'"{variant}" is no variant of "{name}"; {mend}'
