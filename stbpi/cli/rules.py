"""``stbpi rules``: what can be played, in the language of whoever asks."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    mend,
    messages_for,
    say,
)

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.config import RuleBook
    from stbpi.rules import RuleSet

PARAGRAPH_COLUMNS = 78
"""Fits a terminal of 80 columns."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A set of the rule book with its variants, and the rules that each variant alone makes of it."""

    rules: RuleSet
    variants: dict[str, RuleSet]


def rules(arguments: argparse.Namespace) -> int:
    """List the rule sets, or explain one of them."""
    from stbpi.config import load_settings

    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    book = settings.rule_book
    names = book.names()
    variants = arguments.variant or []
    if arguments.axes:
        if arguments.name is not None or variants:
            raise UsageError("--axes is about all rule sets; leave the name and --variant out")
        _axes(messages, as_json=arguments.json)
        return DONE
    if variants and arguments.name is None:
        raise UsageError("--variant is one of a rule set; name the set before it")
    if arguments.name is not None:
        if arguments.name not in names:
            raise UsageError(f'"{arguments.name}" is no rule set; {mend(arguments.name, names)}')
        names = (arguments.name,)
    entries = [_entry(book, name, variants) for name in names]
    if arguments.json:
        listed = [_as_json(entry, messages) for entry in entries]
        say(json.dumps({"sets": listed} if arguments.name is None else listed[0], indent=2))
    elif arguments.name is None:
        _list(entries, messages)
    else:
        _explain(entries[0], messages)
    return DONE


def _entry(book: RuleBook, name: str, chosen: Sequence[str]) -> _Entry:
    from stbpi.rules import RuleSetError

    try:
        rules = book.rule_set(name, chosen)
    except RuleSetError as error:
        raise UsageError(f"--variant: {error}") from error
    variants = {}
    for variant in book.variants_of(name):
        # Axes of a set of the house may leave no sense in a variant of the set it is made from.
        with suppress(RuleSetError):
            variants[variant] = book.rule_set(name, [*chosen, variant])
    return _Entry(rules, variants)


def _as_json(entry: _Entry, messages: NullTranslations) -> dict[str, Any]:
    from stbpi.rules.aims import told
    from stbpi.rules.describe import describe
    from stbpi.rules.names import set_name

    return {
        "name": entry.rules.name,
        "variants": list(entry.variants),
        "axes": entry.rules.axes(),
        "title": set_name(entry.rules.name, messages.gettext),
        "description": describe(entry.rules, messages.gettext),
        "perfect": told(entry.rules, messages.gettext),
    }


def _list(entries: Sequence[_Entry], messages: NullTranslations) -> None:
    from stbpi.rules.names import set_name

    titles = [set_name(entry.rules.name, messages.gettext) for entry in entries]
    name_width = max(len(entry.rules.name) for entry in entries)
    title_width = max(map(len, titles))
    for entry, title in zip(entries, titles, strict=True):
        line = f"{entry.rules.name:<{name_width}}  {title:<{title_width}}  {', '.join(entry.variants)}"
        say(line.rstrip())
    say()
    say(messages.gettext("stbpi rules NAME explains one of them. What stands at the right are variants."))


def _explain(entry: _Entry, messages: NullTranslations) -> None:
    from stbpi.rules.aims import told
    from stbpi.rules.describe import describe
    from stbpi.rules.names import set_name, variant_name

    _ = messages.gettext
    name = " + ".join((entry.rules.name, *entry.rules.variants))
    titles = (set_name(entry.rules.name, _), *(variant_name(each, _) for each in entry.rules.variants))
    title = " + ".join(titles)
    say(name if title == name else f"{title} ({name})")
    _paragraph(describe(entry.rules, _))
    _paragraph(told(entry.rules, _))
    say()
    if entry.variants:
        say(_("Variants, which combine:"))
        for variant, changed in entry.variants.items():
            difference = _difference(entry.rules, changed, _)
            _paragraph(
                _("{name}: {what}").format(name=f"{variant} ({variant_name(variant, _)})", what=difference)
            )
    else:
        say(_("There are no variants."))
    say()
    say(_("As a set of your own in a configuration file, to be changed as you like:"))
    say()
    say("  [rules.ours]")
    for axis, value in entry.rules.axes().items():
        # Texts, numbers, flags and lists of numbers are written alike in JSON and TOML.
        say(f"  {axis} = {json.dumps(value)}")
    say()
    say(_("stbpi rules --axes lists what else each can be."))


def _axes(messages: NullTranslations, *, as_json: bool) -> None:
    """Every axis with what it is where nothing is said, what it can be, and what that means."""
    from stbpi.rules import rule_set
    from stbpi.rules.choices import choices
    from stbpi.rules.meanings import meaning

    listed = [
        (axis, value, choices(axis), meaning(axis, messages.gettext))
        for axis, value in rule_set("classic").axes().items()
    ]
    if as_json:
        told = [
            {"axis": axis, "values": values, "default": default, "meaning": means}
            for axis, default, values, means in listed
        ]
        say(json.dumps({"axes": told}, indent=2))
        return
    for axis, default, values, means in listed:
        _paragraph(f"{axis} = {json.dumps(default)}", indent="")
        _paragraph(", ".join(values))
        _paragraph(means)


def _difference(rules: RuleSet, changed: RuleSet, translate: Callable[[str], str]) -> str:
    """The sentences about a variant that are not said about the set itself."""
    from stbpi.rules.describe import sentences

    said = set(sentences(rules, translate))
    return " ".join(each for each in sentences(changed, translate) if each not in said)


def _paragraph(text: str, indent: str = "  ") -> None:
    from textwrap import fill

    say(
        fill(
            text,
            PARAGRAPH_COLUMNS,
            initial_indent=indent,
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


COMMAND = Command(
    "rules",
    "show what can be played: the rule sets, their variants and axes",
    rules,
    (
        Argument("name", nargs="?", metavar="NAME", help="one rule set"),
        Argument(
            "--variant", action="append", metavar="V", help="a variant of it; may be given several times"
        ),
        Argument("--axes", action="store_true", help="list what every axis can be and means"),
        LANGUAGE,
        CONFIG,
        AS_JSON,
    ),
)
