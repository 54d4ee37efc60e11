"""A wiring profile: what hangs where on a tray. The one source for the daemon, the wiring tables and the
simulation.

Profiles are TOML. Pins are BCM numbers. A profile that is loaded is a profile that can be wired, or, where it
has sides on nothing but the simulation, one that can be played on a screen.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from stbpi.table.events import FlapRef
from stbpi.table.setup import TraySides
from stbpi.toml_lines import endless_number
from stbpi.tray.debounce import DEFAULT_WINDOW_MS
from stbpi.tray.errors import BadValueError, NotReadableError, ProfileNotFoundError
from stbpi.tray.parts import (
    Chain,
    Expander,
    I2cBus,
    Matrix,
    Place,
    Scanner,
    ScannerButton,
    ScannerCell,
    Simulation,
)

if TYPE_CHECKING:
    from stbpi.tray.keys import Source

Backend: TypeAlias = Literal["gpio", "simulated"]
"""What reads a tray. The simulated one reads every profile."""


class ButtonRole(StrEnum):
    """What a button is for."""

    DICE = "dice"
    MENU = "menu"
    """Opens the menu with a press, and closes it."""


class LampRole(StrEnum):
    """What a lamp tells."""

    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Filtering:
    """What keeps a switch's noise from being taken for a movement.

    ``debounce_ms`` is how long it must rest to have moved; ``glitch_ms`` how long a lone change of level must last
    to be heeded at all, 0 for every one.
    """

    debounce_ms: int = DEFAULT_WINDOW_MS
    glitch_ms: int = 0


@dataclass(frozen=True, slots=True)
class Quarantine:
    """When a switch is no longer believed, and when again: at ``changes_per_s``, and after ``quiet_s`` at rest."""

    changes_per_s: int = 30
    quiet_s: int = 10


@dataclass(frozen=True, slots=True)
class Side:
    """One row of flaps, as it stands before a player: flap numbers and, in the same order, where their
    switches hang.

    All places of a side are of one kind. ``made_when_closed`` tells whether a switch is made while its flap is
    closed, or while it is raised. ``filtering`` is that of each switch, in the same order.
    """

    flaps: tuple[int, ...]
    places: tuple[Place, ...]
    made_when_closed: bool
    filtering: tuple[Filtering, ...]

    @property
    def simulated_only(self) -> bool:
        """Whether no switch of this side can be read but by the simulation."""
        return isinstance(self.places[0], Simulation)


@dataclass(frozen=True, slots=True)
class Button:
    """A button, and what it hangs on; pressed is made."""

    role: ButtonRole
    at: Place
    filtering: Filtering = Filtering()


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp that lights while its pin is high. ``side`` (0-based) is the one whose turn it tells of; None: of
    any.
    """

    role: LampRole
    pin: int
    side: int | None = None

    def __str__(self) -> str:
        return (
            f"the {self.role} lamp" if self.side is None else f"the {self.role} lamp of side {self.side + 1}"
        )


@dataclass(frozen=True, slots=True)
class Display:
    """An OLED: controller, I2C bus number, 7-bit address, quarter turns clockwise, first visible column.

    ``side`` (0-based) is the one it stands before; None where all look at it.
    """

    driver: str
    bus: int
    address: int
    rotate: int
    columns_offset: int | None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Contact:
    """One switch to be read.

    ``closed_when_made`` turns the contact's state into the flap's or the button's.
    """

    of: FlapRef | ButtonRole
    at: Place
    closed_when_made: bool
    filtering: Filtering = Filtering()

    def __str__(self) -> str:
        if isinstance(self.of, FlapRef):
            return f"flap {self.of.flap} of side {self.of.side + 1}"
        return f"the {self.of} button"


@dataclass(frozen=True, slots=True)
class Profile:
    """A tray as it is wired.

    ``filtering`` is that of the switches that have none of their own. ``buses_off`` are those the Pi must not
    enable, since their pins are used otherwise. ``i2c`` has every I2C bus that something hangs on. A passive buzzer
    makes no tone of its own: it is given one, loud or low.
    """

    name: str
    title: str
    sides: tuple[Side, ...]
    buttons: tuple[Button, ...]
    lamps: tuple[Lamp, ...]
    buzzer: int | None
    displays: tuple[Display, ...]
    filtering: Filtering = Filtering()
    quarantine: Quarantine = Quarantine()
    buses_off: frozenset[str] = frozenset()
    i2c: tuple[I2cBus, ...] = ()
    expanders: tuple[Expander, ...] = ()
    chains: tuple[Chain, ...] = ()
    matrix: Matrix | None = None
    scanner: Scanner | None = None
    buzzer_passive: bool = False

    @property
    def debounce_ms(self) -> int:
        """The window of the switches that have none of their own."""
        return self.filtering.debounce_ms

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
            Contact(FlapRef(number, flap), place, side.made_when_closed, filtering)
            for number, side in enumerate(self.sides)
            for flap, place, filtering in zip(side.flaps, side.places, side.filtering, strict=True)
        ]
        return (*flaps, *(Contact(b.role, b.at, True, b.filtering) for b in self.buttons))

    @property
    def needs_pins(self) -> bool:
        """Whether anything hangs on a pin of the Pi. A tray with all on a scanner plays on any computer."""
        on_pins = any(not isinstance(contact.at, ScannerCell | ScannerButton) for contact in self.contacts)
        return on_pins or bool(self.lamps or self.buzzer is not None or self.displays)

    def check_readable(self, backend: Backend) -> None:
        """Raise ``NotReadableError`` where ``backend`` cannot read every switch."""
        if backend == "simulated":
            return
        unread = [str(n) for n, side in enumerate(self.sides, 1) if side.simulated_only]
        if unread:
            sides = f"side {unread[0]} hangs" if len(unread) == 1 else f"sides {listed(unread)} hang"
            raise NotReadableError(
                f'profile {self.name}: {sides} on nothing but the simulation, which the backend "{backend}" cannot '
                'read; set [board] backend = "simulated", or choose a profile that is wired, such as direct-9'
            )


def listed(words: list[str]) -> str:
    """Two words or more as a sentence lists them."""
    return f"{', '.join(words[:-1])} and {words[-1]}"


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
    from stbpi.tray.keys import Source
    from stbpi.tray.profile_reading import read_profile  # which needs the values defined here

    text, name, file = _find(name_or_path, beside)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadValueError(f"{file or f'profile {name}'}: this is not TOML: {error}") from None
    except ValueError:
        (line, _), key = endless_number(text)
        place = f"{file or f'profile {name}'}:{line}"
        raise BadValueError(f"{place}: {key} is a number of thousands of digits; shorten it") from None
    return read_profile(table, Source(name, file, text))


def profile_source(name_or_path: str, beside: Path | None = None) -> Source:
    """Where what a profile says stands, for sentences about it and something else. Raises ``ProfileError``."""
    from stbpi.tray.keys import Source

    text, name, file = _find(name_or_path, beside)
    return Source(name, file, text)


def _find(name_or_path: str, beside: Path | None) -> tuple[str, str, str | None]:
    """The text of a profile, its name, and the file where it is people's own."""
    is_file = "/" in name_or_path or name_or_path.endswith(".toml")
    own = (beside or Path()) / name_or_path if is_file else beside and beside / f"{name_or_path}.toml"
    if own is not None and (is_file or own.is_file()):
        try:
            return own.read_text(encoding="utf-8-sig"), own.name.removesuffix(".toml"), str(own)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
            raise ProfileNotFoundError(f"there is no profile file {own}; check the path") from None
        except UnicodeDecodeError as error:
            raise BadValueError(
                f"the profile file {own} is not UTF-8 (its byte {error.start + 1} is none of that); save it as UTF-8"
            ) from None
        except OSError as error:
            raise BadValueError(f"the profile file {own} cannot be read: {error}") from None
    names = profile_names()
    if name_or_path not in names:
        near = get_close_matches(name_or_path, names, n=1, cutoff=0.5)
        hint = f'did you mean "{near[0]}"? ' if near else ""
        shipped_are = f"{'S' if near else 's'}hipped are {', '.join(names)}"
        raise ProfileNotFoundError(f'there is no wiring profile "{name_or_path}"; {hint}{shipped_are}')
    shipped = resources.files("stbpi.tray").joinpath("profiles").joinpath(f"{name_or_path}.toml")
    return shipped.read_text(encoding="utf-8"), name_or_path, None
