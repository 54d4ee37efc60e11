"""``stbpi rules``: what can be played."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stbpi.cli.command import AS_JSON, CONFIG, DONE, Argument, Command, UsageError, mend, say

if TYPE_CHECKING:
    from stbpi.rules import RuleSet

PARAGRAPH_COLUMNS = 78
"""Fits a terminal of 80 columns."""


def rules(arguments: argparse.Namespace) -> int:
    """List the rule sets, or show how one of them is played."""
    from stbpi.config import load_settings

    book = load_settings(arguments.config).rule_book
    names = book.names()
    if arguments.name is not None:
        if arguments.name not in names:
            raise UsageError(f'"{arguments.name}" is no rule set; {mend(arguments.name, names)}')
        names = (arguments.name,)
    sets = [(book.rule_set(name), book.variants_of(name)) for name in names]
    if arguments.json:
        listed = [
            {"name": rules.name, "variants": list(variants), "axes": rules.axes()} for rules, variants in sets
        ]
        say(json.dumps({"sets": listed} if arguments.name is None else listed[0], indent=2))
    elif arguments.name is None:
        for rules, variants in sets:
            say(f"{rules.name:<14}{', '.join(variants) or '(no variants)'}")
        say("\nstbpi rules NAME shows how one of them is played; variants combine.")
    else:
        _explain(*sets[0])
    return DONE


def _explain(rules: RuleSet, variants: Sequence[str]) -> None:
    from textwrap import fill

    from stbpi.rules.describe import describe

    say(rules.name)
    say(fill(describe(rules), PARAGRAPH_COLUMNS, initial_indent="  ", subsequent_indent="  "))
    say(f"variants: {', '.join(variants) or 'none'}")
    say("axes:")
    for axis, value in rules.axes().items():
        say(f"  {axis:<26}{json.dumps(value)}")


COMMAND = Command(
    "rules",
    "show what can be played: the rule sets, their variants and axes",
    rules,
    (Argument("name", nargs="?", metavar="NAME", help="one rule set"), CONFIG, AS_JSON),
)
