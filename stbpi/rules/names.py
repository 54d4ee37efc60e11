"""What people call the built-in rule sets and their variants.

Names in code and files (``two-to-go``) are English and fixed; these are for reading, and are given to
``translate`` (gettext's, or none).
"""

from __future__ import annotations

from collections.abc import Callable

from stbpi.rules.strength import Strength


def set_name(name: str, translate: Callable[[str], str] = str) -> str:
    """The name of a set for people; a set of the house keeps the name it was given."""
    _ = translate
    names = {
        "classic": _("Classic"),
        "pub": _("Pub"),
        "tray": _("Tray"),
        "numbers": _("Close your numbers"),
        "thai": _("Thai"),
        "two-to-go": _("Two to go"),
        "three-to-go": _("Three to go"),
        "three-down": _("Three down"),
        "lucky-seven": _("Lucky seven"),
        "unlucky-seven": _("Unlucky seven"),
        "odds": _("Odds"),
        "evens": _("Evens"),
        "full-house": _("Full house"),
        "three-hundred": _("Three hundred"),
        "knock-out": _("Knock-out"),
        "doubles-up": _("Doubles up"),
    }
    return names.get(name, name)


def variant_name(variant: str, translate: Callable[[str], str] = str) -> str:
    """The name of a variant for people; of one without such a name, the one it has in files."""
    _ = translate
    names = {
        "one-die": _("One die"),
        "two-flaps": _("Two flaps"),
        "hundred": _("To a hundred"),
        "digits": _("Digits"),
        "common": _("Common throw"),
        "express": _("Express"),
    }
    return names.get(variant, variant)


def strength_name(strength: Strength, translate: Callable[[str], str] = str) -> str:
    """How well the house plays, in a word."""
    _ = translate
    names = {
        Strength.RANDOM: _("random"),
        Strength.GREEDY: _("greedy"),
        Strength.CAREFUL: _("careful"),
        Strength.PERFECT: _("perfect"),
    }
    return names[strength]
