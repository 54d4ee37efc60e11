"""A wiring profile: what hangs where on a tray. The one source for the daemon, the wiring tables and the
simulation.

Profiles are TOML. Pins are BCM numbers. A profile that is loaded is a profile that can be wired.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from importlib import resources
from pathlib import Path

from stbpi.table.events import FlapRef
from stbpi.table.setup import TraySides
from stbpi.tray.debounce import DEFAULT_WINDOW_MS
from stbpi.tray.errors import BadValueError, ProfileNotFoundError


class ButtonRole(StrEnum):
    """What a button is for."""

    DICE = "dice"


class LampRole(StrEnum):
    """What a lamp tells."""

    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Side:
    """One row of flaps, as it stands before a player: flap numbers and, in the same order, the pins of their
    switches.

    ``made_when_closed`` tells whether the switch connects its pin to ground while the flap is closed, or
    while it is raised.
    """

    flaps: tuple[int, ...]
    pins: tuple[int, ...]
    made_when_closed: bool


@dataclass(frozen=True, slots=True)
class Button:
    """A button between a pin and ground."""

    role: ButtonRole
    pin: int


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that lights while its pin is high."""

    role: LampRole
    pin: int


@dataclass(frozen=True, slots=True)
class Display:
    """An OLED: controller, I2C bus number, 7-bit address, quarter turns clockwise, first visible column."""

    driver: str
    bus: int
    address: int
    rotate: int
    columns_offset: int | None


@dataclass(frozen=True, slots=True)
class Contact:
    """One switch to be read.

    ``closed_when_made`` turns the contact's state into the flap's or the button's.
    """

    of: FlapRef | ButtonRole
    pin: int
    closed_when_made: bool

    def __str__(self) -> str:
        if isinstance(self.of, FlapRef):
            return f"flap {self.of.flap} of side {self.of.side + 1}"
        return f"the {self.of} button"


@dataclass(frozen=True, slots=True)
class Profile:
    """A tray as it is wired. ``debounce_ms`` is the window its switches need."""

    name: str
    title: str
    sides: tuple[Side, ...]
    buttons: tuple[Button, ...]
    lamps: tuple[Lamp, ...]
    buzzer: int | None
    displays: tuple[Display, ...]
    debounce_ms: int = DEFAULT_WINDOW_MS

    @property
    def tray_sides(self) -> TraySides:
        """The flap numbers of each side, as the table wants them."""
        return TraySides(tuple(tuple(sorted(side.flaps)) for side in self.sides))

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """Every switch: the flaps side by side, then the buttons.

        Their order is that of the bits of a picture.
        """
        flaps = [
            Contact(FlapRef(number, flap), pin, side.made_when_closed)
            for number, side in enumerate(self.sides)
            for flap, pin in zip(side.flaps, side.pins, strict=True)
        ]
        return (*flaps, *(Contact(button.role, button.pin, True) for button in self.buttons))

    @property
    def pins(self) -> tuple[tuple[int, str], ...]:
        """Every GPIO pin that is used, with what hangs on it."""
        used = [(contact.pin, str(contact)) for contact in self.contacts]
        used += [(lamp.pin, f"the {lamp.role} lamp") for lamp in self.lamps]
        if self.buzzer is not None:
            used.append((self.buzzer, "the buzzer"))
        return tuple(used)


def profile_names() -> tuple[str, ...]:
    """The profiles that are shipped, sorted."""
    shipped = resources.files("stbpi.tray").joinpath("profiles").iterdir()
    return tuple(sorted(path.name.removesuffix(".toml") for path in shipped if path.name.endswith(".toml")))


def load_profile(name_or_path: str, beside: Path | None = None) -> Profile:
    """The profile of that name, or in that file.

    A name is looked for in ``beside``, the folder of the configuration, first, so that people can put a
    changed copy of a shipped profile there; then among the shipped ones. Anything with a slash or ending in
    ``.toml`` is a file, relative to ``beside``.

    Raises ``ProfileError``: ``ProfileNotFoundError``, ``UnknownKeyError``, ``BadValueError`` or
    ``PinConflictError``.
    """
    from stbpi.tray.profile_reading import read_profile  # which needs the values defined here

    text, name = _find(name_or_path, beside)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadValueError(f"profile {name}: this is not TOML: {error}") from None
    return read_profile(table, name)


def _find(name_or_path: str, beside: Path | None) -> tuple[str, str]:
    is_file = "/" in name_or_path or name_or_path.endswith(".toml")
    own = (beside or Path()) / name_or_path if is_file else beside and beside / f"{name_or_path}.toml"
    if own is not None and (is_file or own.is_file()):
        try:
            return own.read_text(encoding="utf-8"), own.name.removesuffix(".toml")
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise ProfileNotFoundError(f"there is no profile file {own}; check the path") from None
        except (OSError, UnicodeDecodeError) as error:
            raise BadValueError(f"the profile file {own} cannot be read: {error}") from None
    names = profile_names()
    if name_or_path not in names:
        near = get_close_matches(name_or_path, names, n=1, cutoff=0.0)
        hint = f'did you mean "{near[0]}"? ' if near else ""
        raise ProfileNotFoundError(
            f'there is no wiring profile "{name_or_path}"; {hint}Shipped are: {", ".join(names)}'
        )
    shipped = resources.files("stbpi.tray").joinpath("profiles").joinpath(f"{name_or_path}.toml")
    return shipped.read_text(encoding="utf-8"), name_or_path
