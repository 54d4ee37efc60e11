"""From the keys of a profile file to a ``Profile``, checked so that it can be wired as it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stbpi.tray.debounce import DEFAULT_WINDOW_MS
from stbpi.tray.errors import BadValueError, PinConflictError
from stbpi.tray.keys import Keys
from stbpi.tray.parts import GpioPin, Place, Simulation
from stbpi.tray.profile import (
    Button,
    ButtonRole,
    Display,
    Filtering,
    Lamp,
    LampRole,
    Profile,
    Side,
)

HEADER_PINS = range(28)
"""The GPIO numbers that reach the 40-pin header."""

BUS_PINS = {
    "the HAT identification bus (GPIO 0 and 1)": frozenset({0, 1}),
    "I2C 1 (GPIO 2 and 3)": frozenset({2, 3}),
    "SPI 0 (GPIO 7 to 11)": frozenset(range(7, 12)),
    "the UART (GPIO 14 and 15)": frozenset({14, 15}),
}
"""Pins the Pi gives to a bus once it is enabled; a switch there works until someone enables it."""

FLAP_NUMBERS = range(1, 1000)
"""What can be painted on a flap, and what rule sets allow."""
MOST_SIDES = range(1, 7)

DISPLAY_DRIVERS = ("ssd1306", "sh1106")
SEVEN_BIT_ADDRESSES = range(0x08, 0x78)
"""Addresses a device on I2C may have (NXP UM10204, 3.1.12)."""

WINDOWS_MS = range(1, 201)
"""The worst key reported bounces for 50 ms; beyond 200 ms a flap would feel slow."""


def read_profile(table: Mapping[str, object], name: str) -> Profile:
    """Check a profile file's table. Raises a ``ProfileError`` that names place, value and mend."""
    keys = Keys(table, f"profile {name}")
    title = keys.text("title", default=name)
    filtering = Filtering(keys.whole("debounce_ms", WINDOWS_MS, DEFAULT_WINDOW_MS))
    sides = tuple(_side(side, filtering) for side in keys.tables("side", "side", needed=True))
    buttons = tuple(_button(button, filtering) for button in keys.tables("button", "button", needed=True))
    lamps = tuple(_lamp(lamp, len(sides)) for lamp in keys.tables("lamp", "lamp"))
    buzzer_keys = keys.table("buzzer")
    buzzer = None if buzzer_keys is None else _only_pin(buzzer_keys)
    displays = tuple(_display(display) for display in keys.tables("display", "display"))
    keys.done()

    if len(sides) not in MOST_SIDES:
        raise BadValueError(f"{keys.place}: {len(sides)} sides are too many; list at most {MOST_SIDES[-1]}")
    profile = Profile(name, title, sides, buttons, lamps, buzzer, displays, filtering)
    _check_roles(profile)
    _check_pins(profile)
    _check_displays(profile)
    return profile


def _side(keys: Keys, filtering: Filtering) -> Side:
    flaps = keys.wholes("flaps", FLAP_NUMBERS)
    made_when = keys.word("made_when", ("closed", "raised"), "closed")
    places = _PLACES[keys.word("on", tuple(_PLACES), "gpio")](keys, flaps)
    keys.done()
    twice = [flap for flap in flaps if flaps.count(flap) > 1]
    if twice:
        raise BadValueError(f"{keys.place}: flap {twice[0]} is listed twice; list every flap once")
    return Side(flaps, places, made_when == "closed", (filtering,) * len(flaps))


def _on_pins(keys: Keys, flaps: tuple[int, ...]) -> tuple[Place, ...]:
    pins = keys.wholes("pins", HEADER_PINS)
    if len(flaps) != len(pins):
        raise BadValueError(
            f"{keys.place}: {len(flaps)} flaps but {len(pins)} pins; "
            "give each flap its pin, in the same order"
        )
    return tuple(GpioPin(pin) for pin in pins)


def _on_simulation(keys: Keys, flaps: tuple[int, ...]) -> tuple[Place, ...]:
    return (Simulation(),) * len(flaps)


_PLACES: Mapping[str, Callable[[Keys, tuple[int, ...]], tuple[Place, ...]]] = {
    "gpio": _on_pins,
    "simulated": _on_simulation,
}
"""What a side may be ``on``, and what reads the keys that say where on it each flap hangs."""


def _button(keys: Keys, filtering: Filtering) -> Button:
    role = keys.word("role", tuple(ButtonRole))
    return Button(ButtonRole(role), GpioPin(_only_pin(keys)), filtering)


def _lamp(keys: Keys, sides: int) -> Lamp:
    role = keys.word("role", tuple(LampRole))
    side = keys.whole_or_none("side", range(1, sides + 1))
    return Lamp(LampRole(role), _only_pin(keys), None if side is None else side - 1)


def _only_pin(keys: Keys) -> int:
    pin = keys.whole("pin", HEADER_PINS)
    _on_gpio(keys)
    keys.done()
    return pin


def _on_gpio(keys: Keys) -> None:
    keys.word("on", ("gpio",), "gpio")


def _display(keys: Keys) -> Display:
    driver = keys.word("driver", DISPLAY_DRIVERS)
    bus = keys.whole("bus", range(32), 1)
    address = keys.whole("address", range(0x100), 0x3C)
    if address not in SEVEN_BIT_ADDRESSES:
        mend = "look it up in the board's data sheet"
        if address >= SEVEN_BIT_ADDRESSES.stop and address >> 1 in SEVEN_BIT_ADDRESSES:
            mend = f"boards print it with the write bit, the address is 0x{address >> 1:02X}"
        raise BadValueError(f"{keys.place}: 0x{address:02X} is no I2C address (0x08 to 0x77); {mend}")
    rotate = keys.whole("rotate", range(4), 0)
    # -1 stands for the controller's usual offset, which only its driver knows.
    offset = keys.whole("columns_offset", range(-1, 133), -1)
    keys.done()
    return Display(driver, bus, address, rotate, None if offset < 0 else offset)


def _check_roles(profile: Profile) -> None:
    roles = [(f'"{button.role}" buttons', "") for button in profile.buttons]
    roles += [
        (f'"{lamp.role}" lamps', "" if lamp.side is None else f" for side {lamp.side + 1}")
        for lamp in profile.lamps
    ]
    for what, where in roles:
        if roles.count((what, where)) > 1:
            raise BadValueError(f"profile {profile.name}: there are two {what}{where}; keep one")


def _check_pins(profile: Profile) -> None:
    taken: dict[int, str] = {}
    for pin, what in profile.pins:
        for bus, pins in BUS_PINS.items():
            if pin in pins:
                free = _free(profile)
                raise PinConflictError(
                    f"profile {profile.name}: {what} is on GPIO {pin}, which belongs to {bus}; "
                    f"free are GPIO {free}"
                )
        if pin in taken:
            raise PinConflictError(
                f"profile {profile.name}: {taken[pin]} and {what} are both on GPIO {pin}; "
                f"move one, free are GPIO {_free(profile)}"
            )
        taken[pin] = what


def _free(profile: Profile) -> str:
    used = {pin for pin, _ in profile.pins}.union(*BUS_PINS.values())
    return ", ".join(str(pin) for pin in HEADER_PINS if pin not in used)


def _check_displays(profile: Profile) -> None:
    seen: dict[tuple[int, int], int] = {}
    for number, display in enumerate(profile.displays, 1):
        place = (display.bus, display.address)
        if place in seen:
            raise PinConflictError(
                f"profile {profile.name}: displays {seen[place]} and {number} both answer to "
                f"0x{display.address:02X} on I2C {display.bus}; give one the other address of its board"
            )
        seen[place] = number
