"""Whether the match and the displays that are configured fit the tray that is configured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stbpi.config.reading import Section, SettingsError
from stbpi.rules import RuleSet
from stbpi.table.fitting import check_fit
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.tray.larger import with_larger_tray
from stbpi.tray.profile import Profile

if TYPE_CHECKING:
    from stbpi.config.displays import DisplaySettings
    from stbpi.tray.keys import Source as ProfileSource


def check_on_tray(
    root: Section, rules: RuleSet, players: Sequence[str], profile: Profile, *, simulated: bool
) -> None:
    """Raise SettingsError, naming both sides, where the profile's tray is too small for such a match."""
    setup = MatchSetup(rules, tuple(players), "electronic", b"")
    try:
        check_fit(setup, profile.tray_sides)
    except TableRefusal as refusal:
        larger = with_larger_tray(refusal, setup, simulated=simulated)
        raise _at_fault(root, setup, len(profile.tray_sides.flaps), f"{profile.name}: {larger}") from refusal


def check_displays(
    root: Section, displays: Sequence[DisplaySettings], profile: Profile, where: ProfileSource
) -> None:
    """Raise SettingsError, naming both sides, for a display that would stand where the profile's tray has no side, or
    on a bus that the profile leaves off, or has not.
    """
    path = ("board", "profile")
    given = root.source.place(path) if _is_given(root.values, path) else "the one used where none is set"
    sides = len(profile.sides)
    for section, display in zip(root.sections("display"), displays, strict=True):
        _check_bus(section, display, profile, where, given)
        if display.side is not None and display.side >= sides:
            has = "one side" if sides == 1 else f"{sides} sides"
            raise section.error(
                "side",
                f"{section.name('side')} is {display.side + 1}, and the tray of the profile {profile.name} ({given}) "
                f"has {has}; leave side out and all look at it, or take a profile with more sides",
            )


def _check_bus(
    section: Section, display: DisplaySettings, profile: Profile, where: ProfileSource, given: str
) -> None:
    """What the profile's own checker asks of the displays in it."""
    from stbpi.tray.part_reading import HEADER_I2C
    from stbpi.tray.profile_checks import OPTIONAL_BUSES

    on = f"{section.name('bus')} is {display.bus}, and the profile {profile.name}"
    for word in sorted(profile.buses_off):
        bus = OPTIONAL_BUSES[word]
        if (bus.kind, bus.number) == ("i2c", display.bus):
            line = where.line(("buses_off",))
            place = given if where.file is None else f"{where.file}:{line}, named at {given}"
            raise section.error(
                "bus",
                f'{on} ({place}) has "{word}" in buses_off, so that {bus.title} is free for other things; take it '
                "out there and move what hangs on these pins, or give the display another bus",
            )
    known = {*HEADER_I2C, *(bus.bus for bus in profile.i2c)}
    if display.bus not in known and not all(side.simulated_only for side in profile.sides):
        place = given if where.file is None else f"{where.file}, named at {given}"
        raise section.error(
            "bus",
            f"{on} ({place}) has no [[i2c]] with bus = {display.bus}; give a profile of your own one, with sda and "
            "scl, or without these two where it is an adapter, or put the display on bus "
            f"{' or '.join(map(str, sorted(known)))}",
        )


def _at_fault(root: Section, setup: MatchSetup, sides: int, why: str) -> SettingsError:
    """The error, at the setting that asks for the most: of those given, the one that says it most plainly."""
    rules = setup.rules
    rows_are_missing = rules.rows == "own" and len(setup.players) > sides
    axis = "rows" if rows_are_missing else "flaps"
    # Fewer players help only where so few may play.
    which = [] if rows_are_missing and rules.min_players > sides else [("game", "players")]
    candidates = (
        ("game", "axes", axis),
        *(which if rows_are_missing else [("game", "variants")]),
        ("rules", rules.name, axis),
        ("game", "rules"),
        ("board", "profile"),
    )
    given = next((path for path in candidates if _is_given(root.values, path)), ("game",))
    if given in (("board", "profile"), ("game",)):
        return root.error_at(
            given,
            f"{rules.name} is played where [game] rules names no other set, and does not fit the profile {why}",
        )
    return root.error_at(given, f"{'.'.join(given)} does not fit the profile {why}")


def _is_given(values: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(values, dict) or key not in values:
            return False
        values = values[key]
    return bool(values != [])
