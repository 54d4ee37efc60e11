"""How a command line says what is played: a set, its variants, and axes changed one by one."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from stbpi.cli.command import Argument, UsageError

if TYPE_CHECKING:
    from stbpi.config import Settings
    from stbpi.rules import RuleSet

RULES = Argument("--rules", metavar="NAME", help="the rule set; stbpi rules lists them")
VARIANT = Argument(
    "--variant", action="append", metavar="V", help="a variant of it; may be given several times"
)
FLAPS = Argument("--flaps", metavar="N", help="how many flaps a row has, or which: 1,3,5 or 3-9")
AXIS = Argument(
    "--axis",
    action="append",
    metavar="KEY=VALUE",
    help="any other axis changed, such as stake=50; may be given several times",
)


FLAP_AXES = ("flaps", "closed_at_start")

_RANGE = re.compile(r"(?<![\w.-])(\d{1,2})\s*-\s*(\d{1,2})(?![\w.-])")


def axes_given(arguments: argparse.Namespace) -> dict[str, Any]:
    """The axes given one by one with ``--flaps`` and ``--axis``; each only once."""
    axes: dict[str, Any] = {}
    flaps = [] if arguments.flaps is None else [f"flaps={arguments.flaps}"]
    for text in [*flaps, *(arguments.axis or [])]:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not name or not equals:
            raise UsageError(f'--axis "{text}" names no value; write it as in --axis max_flaps=2')
        if name in axes:
            raise UsageError(f"the axis {name} is given twice; leave one of the two out")
        axes[name] = _value(_listed(value) if name in FLAP_AXES else value.strip())
    return axes


def spelled_out(text: str) -> str:
    """Flaps with ranges, ``1-3,7`` as records write them, one by one: ``1,2,3,7``. What is no range stays as it is."""

    def each(found: re.Match[str]) -> str:
        low, high = int(found[1]), int(found[2])
        return ",".join(map(str, range(low, high + 1))) if 1 <= low <= high else found[0]

    return _RANGE.sub(each, text.strip())


def _listed(text: str) -> str:
    """The value of an axis that names flaps; a range of one flap is a list, and not a count."""
    flaps = spelled_out(text)
    return f"[{flaps}]" if flaps != text.strip() and not flaps.startswith("[") else flaps


def _value(text: str) -> object:
    """A value as people type it: a number, true or false, numbers with commas, else a word."""
    try:
        return json.loads(f"[{text}]" if "," in text and not text.startswith("[") else text)
    except ValueError:
        return text


def rules_given(arguments: argparse.Namespace, settings: Settings) -> RuleSet:
    """The set that the command line names, with its changes; without a name the configuration's."""
    from stbpi.rules import RuleSetError

    axes, variants = axes_given(arguments), arguments.variant or []
    chosen = settings.game.rules
    if arguments.rules is None and not variants and not axes:
        return chosen
    try:
        if arguments.rules is not None:
            return settings.rule_book.rule_set(arguments.rules, variants, axes)
        return settings.rule_book.rule_set(chosen.name, variants or chosen.variants, axes)
    except RuleSetError as error:
        options = {"rules": "--rules", "variants": "--variant", "flaps": "--flaps"}
        about = next((options[key] for key in error.about if key in options), "--axis")
        raise UsageError(f"{about}: {error}") from error
