"""What people may choose at the tray itself, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from stbpi.rules import RuleSet, rule_set, rule_set_names, variants_of
from stbpi.table.setup import DiceSource


class Sound(StrEnum):
    """How loud the buzzer is."""

    OFF = "off"
    LOW = "low"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Choices:
    """What holds for every match until somebody chooses otherwise.

    ``language`` is an ISO 639-1 code; ``quiet_hours`` says whether configured quiet hours are kept; ``dice_source``
    is where the dice of the next match come from.
    """

    language: str = "en"
    sound: Sound = Sound.FULL
    quiet_hours: bool = True
    dice_source: DiceSource = "electronic"


class RuleShelf(Protocol):
    """The rule sets that can be had, by name."""

    def names(self) -> tuple[str, ...]:
        """All of them, in the order they are offered."""

    def variants_of(self, name: str) -> tuple[str, ...]:
        """The variants of a set."""

    def rule_set(
        self, name: str, variants: Iterable[str] = (), axes: Mapping[str, Any] | None = None
    ) -> RuleSet:
        """A set with variants and changed axes. Raises RuleSetError where that cannot be."""


class BuiltInRules:
    """The sets that come with the rules, as a shelf."""

    def names(self) -> tuple[str, ...]:
        """All of them, in the order they are offered."""
        return rule_set_names()

    def variants_of(self, name: str) -> tuple[str, ...]:
        """The variants of a set."""
        return variants_of(name)

    def rule_set(
        self, name: str, variants: Iterable[str] = (), axes: Mapping[str, Any] | None = None
    ) -> RuleSet:
        """A set with variants and changed axes. Raises RuleSetError where that cannot be."""
        return rule_set(name, tuple(variants), **(axes or {}))


@dataclass(frozen=True, slots=True)
class Configured:
    """What the configuration says: the match that is prepared, and the choices."""

    rules: RuleSet
    players: tuple[str, ...]
    choices: Choices


@dataclass(frozen=True, slots=True)
class Offers:
    """What the menu of one tray has to offer; what is empty is left out of it.

    ``names`` are those of people, by seat, whom the configuration knows, ``house`` those of players of the house.
    ``sounds`` are how loud the buzzer can be, ``quiet_hours`` when it is to be still, such as ``22:00-07:00``.
    ``shut_down`` says whether the computer may be shut down from here, ``scanner`` whether flaps hang on a scanner,
    which service mode tells of. To what is ``configured`` people can go back.
    """

    shelf: RuleShelf = field(default_factory=BuiltInRules)
    names: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    sounds: tuple[Sound, ...] = ()
    quiet_hours: str = ""
    shut_down: bool = False
    scanner: bool = False
    configured: Configured | None = None
