"""Whether all that a profile says can be wired together: what two things cannot share is refused, naming both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from stbpi.toml_lines import KeyPath
from stbpi.tray.errors import BadValueError, PinConflictError, ProfileError
from stbpi.tray.keys import Source
from stbpi.tray.parts import Chain, GpioPin, MatrixCell, ScannerButton, ScannerCell, Simulation
from stbpi.tray.place_reading import HEADER_PINS
from stbpi.tray.profile import ButtonRole, Profile


@dataclass(frozen=True, slots=True)
class Bus:
    """A bus of the Pi, the pins it has once it is enabled, and its number among those of its kind."""

    title: str
    pins: frozenset[int]
    kind: Literal["i2c", "spi", "uart"]
    number: int


HAT_BUS = Bus("the HAT identification bus (GPIO 0 and 1)", frozenset({0, 1}), "i2c", 0)
OPTIONAL_BUSES: Mapping[str, Bus] = {
    "i2c1": Bus("I2C 1 (GPIO 2 and 3)", frozenset({2, 3}), "i2c", 1),
    "spi0": Bus("SPI 0 (GPIO 7 to 11)", frozenset(range(7, 12)), "spi", 0),
    "uart": Bus("the UART (GPIO 14 and 15)", frozenset({14, 15}), "uart", 0),
}
"""Pins that a bus takes once people enable it, by the words of ``buses_off``: a switch there works only until then."""
SPI_1 = Bus("SPI 1 (GPIO 18 to 21)", frozenset(range(18, 22)), "spi", 1)
"""Off on every Pi unless its overlay is loaded, so that its pins are free where no chain is on it."""


@dataclass(frozen=True, slots=True)
class PinUse:
    """A GPIO pin, what hangs on it, and the key that says so. ``shared`` with the other uses of that name."""

    pin: int
    what: str
    path: KeyPath
    shared: str = ""


def pin_uses(profile: Profile) -> Iterator[PinUse]:
    """Every GPIO pin that something of ``profile`` is on, those of I2C 0, I2C 1 and SPI excepted."""
    for number, side in enumerate(profile.sides):
        for flap, place in zip(side.flaps, side.places, strict=True):
            if isinstance(place, GpioPin):
                yield PinUse(place.pin, f"flap {flap} of side {number + 1}", ("side", number, "pins"))
    for number, button in enumerate(profile.buttons):
        if isinstance(button.at, GpioPin):
            yield PinUse(button.at.pin, f"the {button.role} button", ("button", number, "pin"))
    for number, expander in enumerate(profile.expanders):
        if expander.interrupt is not None:
            path: KeyPath = ("expander", number, "interrupt")
            yield PinUse(expander.interrupt, f"the interrupt of {expander}", path, "interrupt")
    for number, chain in enumerate(profile.chains):
        yield PinUse(chain.latch, f"the latch of {chain}", ("chain", number, "latch"))
    if profile.matrix is not None:
        for what, lines in (("row", profile.matrix.rows), ("column", profile.matrix.columns)):
            for line, pin in enumerate(lines, 1):
                yield PinUse(pin, f"{what} {line} of the matrix", ("matrix", f"{what}s"))
    for number, bus in enumerate(profile.i2c):
        if bus.bus > 1 and bus.sda is not None and bus.scl is not None:
            yield PinUse(bus.sda, f"SDA of {bus}", ("i2c", number, "sda"))
            yield PinUse(bus.scl, f"SCL of {bus}", ("i2c", number, "scl"))
    for number, lamp in enumerate(profile.lamps):
        yield PinUse(lamp.pin, str(lamp), ("lamp", number, "pin"))
    if profile.buzzer is not None:
        yield PinUse(profile.buzzer, "the buzzer", ("buzzer", "pin"))


def check_profile(profile: Profile, source: Source) -> None:
    """Raise ``PinConflictError`` or ``BadValueError`` for the first thing that cannot be wired."""
    check = _Check(profile, source)
    check.roles()
    check.places()
    check.chains()
    check.buses()
    check.pins()
    check.addresses()


class _Check:
    """A profile being checked."""

    def __init__(self, profile: Profile, source: Source) -> None:
        self._profile = profile
        self._source = source

    def roles(self) -> None:
        """There is a dice button, and of what tells one thing there is one."""
        if all(button.role is not ButtonRole.DICE for button in self._profile.buttons):
            raise BadValueError(
                f'{self._source.begin(("button", 0))}there is no "dice" button, and without it nobody can play; '
                'give a [[button]] role = "dice"'
            )
        named: list[tuple[str, KeyPath]] = [
            (f'"{button.role}" buttons', ("button", number))
            for number, button in enumerate(self._profile.buttons)
        ]
        for number, lamp in enumerate(self._profile.lamps):
            where = "" if lamp.side is None else f" for side {lamp.side + 1}"
            named.append((f'"{lamp.role}" lamps{where}', ("lamp", number)))
        seen: dict[str, KeyPath] = {}
        for what, path in named:
            if what in seen:
                other = self._source.aside(seen[what], "the other on line")
                raise BadValueError(f"{self._source.begin(path)}there are two {what}{other}; keep one")
            seen[what] = path

    def places(self) -> None:
        """No two switches hang on the same place; those on pins are for ``pins``."""
        taken: dict[object, tuple[str, KeyPath]] = {}
        paths: list[KeyPath] = [("side", n) for n, side in enumerate(self._profile.sides) for _ in side.flaps]
        paths += [("button", number) for number in range(len(self._profile.buttons))]
        for contact, path in zip(self._profile.contacts, paths, strict=True):
            if isinstance(contact.at, (GpioPin, Simulation)):
                continue
            in_grid = isinstance(contact.at, (MatrixCell, ScannerCell))
            if isinstance(contact.at, ScannerButton):
                path = (*path, "on")
            else:
                path = (*path, "row" if in_grid else "pins" if path[0] == "side" else "pin")
            if contact.at in taken:
                raise self._both(taken[contact.at], (str(contact), path), f"on {contact.at}; move one")
            taken[contact.at] = (str(contact), path)

    def chains(self) -> None:
        """Chains share nothing: a 74HC165 never lets go of its output, so MISO takes one chain."""
        taken: dict[int, tuple[Chain, KeyPath]] = {}
        for number, chain in enumerate(self._profile.chains):
            path: KeyPath = ("chain", number, "bus")
            if chain.bus in taken:
                other, its_path = taken[chain.bus]
                raise self._both(
                    (str(other), its_path),
                    (str(chain), path),
                    f"on SPI {chain.bus}, and a 74HC165 does not let go of MISO; join them into one chain of "
                    f"{other.chips + chain.chips} chips, or put one on SPI {1 - chain.bus}",
                )
            taken[chain.bus] = (chain, path)

    def buses(self) -> None:
        """A bus that is to stay off is not one that something hangs on."""
        for word in sorted(self._profile.buses_off):
            user = self._user(OPTIONAL_BUSES[word])
            if user is not None:
                raise PinConflictError(
                    f'{self._source.begin(("buses_off",))}"buses_off" has "{word}", and {user} hangs on '
                    f"{OPTIONAL_BUSES[word].title}; take one of them out"
                )

    def pins(self) -> None:
        """Every pin has one thing on it, and none that a bus takes."""
        taken: dict[int, PinUse] = {}
        for use in pin_uses(self._profile):
            for word, bus in self._reserved():
                if use.pin in bus.pins:
                    raise self._on_a_bus(use, word, bus)
            other = taken.get(use.pin)
            if other is not None and not (use.shared and use.shared == other.shared):
                raise self._both(
                    (other.what, other.path),
                    (use.what, use.path),
                    f"on GPIO {use.pin}; move one, free are GPIO {self._free()}",
                )
            taken.setdefault(use.pin, use)

    def addresses(self) -> None:
        """On every I2C bus each address has one device."""
        devices: list[tuple[int, int, str, KeyPath]] = [
            (part.bus, part.address, str(part), ("expander", number, "address"))
            for number, part in enumerate(self._profile.expanders)
        ]
        devices += [
            (display.bus, display.address, f"display {number + 1}", ("display", number, "address"))
            for number, display in enumerate(self._profile.displays)
        ]
        taken: dict[tuple[int, int], tuple[str, KeyPath]] = {}
        for bus, address, what, path in devices:
            if (bus, address) in taken:
                raise self._both(
                    taken[bus, address],
                    (what, path),
                    f"at 0x{address:02X} on I2C {bus}; give one another address or bus",
                )
            taken[bus, address] = (what, path)

    def _reserved(self) -> Iterator[tuple[str, Bus]]:
        yield "", HAT_BUS
        for word, bus in OPTIONAL_BUSES.items():
            if word not in self._profile.buses_off:
                yield word, bus
        if self._user(SPI_1) is not None:
            yield "", SPI_1

    def _user(self, bus: Bus) -> str | None:
        """What of the profile hangs on a bus, the first thing found."""
        users: list[tuple[str, int, str]] = [("spi", chain.bus, str(chain)) for chain in self._profile.chains]
        users += [("i2c", part.bus, str(part)) for part in self._profile.expanders]
        users += [("i2c", part.bus, f"display {n}") for n, part in enumerate(self._profile.displays, 1)]
        return next((what for kind, on, what in users if (kind, on) == (bus.kind, bus.number)), None)

    def _on_a_bus(self, use: PinUse, word: str, bus: Bus) -> ProfileError:
        user = self._user(bus)
        theirs = f" and {user} hangs there" if user else ""
        latch = "the latch needs a GPIO of its own, " if use.path[0] == "chain" else ""
        keep_off = f', or say buses_off = ["{word}"] and keep it off' if word and not user else ""
        return PinConflictError(
            f"{self._source.begin(use.path)}{use.what} is on GPIO {use.pin}, which belongs to {bus.title}{theirs}; "
            f"{latch}free are GPIO {self._free()}{keep_off}"
        )

    def _both(self, one: tuple[str, KeyPath], two: tuple[str, KeyPath], are: str) -> ProfileError:
        return PinConflictError(
            f"{self._source.begin(two[1])}{one[0]}{self._source.aside(one[1])} and {two[0]} are both {are}"
        )

    def _free(self) -> str:
        used = {use.pin for use in pin_uses(self._profile)}.union(*(bus.pins for _, bus in self._reserved()))
        free = [pin for pin in HEADER_PINS if pin not in used]
        return ", ".join(map(str, free)) or "none"
