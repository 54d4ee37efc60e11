"""A wiring profile as tables and a picture a maker can solder from, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stbpi.table.events import FlapRef
from stbpi.tray.parts import GpioPin
from stbpi.tray.profile import Contact, Display, Lamp, Profile, listed, load_profile, profile_names

INTRODUCTION = """\
# How the trays are wired

This file is printed by `stbpi wiring --all` from the wiring profiles in `stbpi/tray/profiles/`; change those,
not this. Pins have two numbers: GPIO is the Pi's own, header pin is where it sits on the 40-pin header (1 is
by the SD card, odd numbers are the inner row). Solder with the Pi switched off. Nothing but 3.3 V may ever
reach a GPIO pin.
"""

SWITCHES = """\
Every switch goes between its pin and ground; the Pi's own pull-ups do the rest, no resistors are needed.
Grounds may be shared: one wire from switch to switch along the row is enough.
"""

LAMP = "the LED's long leg through 330 Ω; its short leg to ground"
"""4 mA for a red LED at 3.3 V; a pin may give 16 mA."""

BUZZER = (
    "the base of an NPN transistor through 1 kΩ; emitter to ground, collector to an active buzzer's minus"
)
"""A buzzer draws more than a pin may give."""

I2C_PINS = {1: (("SDA", 2), ("SCL", 3))}
"""The GPIO pins of the I2C buses that reach the header by default."""


@dataclass(frozen=True, slots=True)
class _Header:
    """The 40-pin header: the name of every pin by its number, and where a GPIO sits."""

    names: dict[int, str]

    def pin_of(self, gpio: int) -> int:
        return next(number for number, name in self.names.items() if name == f"GPIO{gpio}")

    def nearest(self, name: str, number: int) -> int:
        """The pin of that name closest to pin ``number``, by rows of the header, then on the same side."""
        pins = [other for other, found in self.names.items() if found == name]
        return min(pins, key=lambda pin: (abs((pin + 1) // 2 - (number + 1) // 2), (pin - number) % 2, pin))


SIMULATED = """\
Only simulated: {sides} on nothing that could be soldered, and the backend "gpio" refuses
this profile. It is played on the page:

    stbpi run --simulate --profile {name}
"""


def wiring_markdown(profile: Profile) -> str:
    """How ``profile`` is wired: tables of the switches and the rest, and the header with all on it.

    Of a tray whose sides are all simulated it is only said that they are.
    """
    header = _header()
    parts = [f"## {profile.name}\n\n{profile.title}.\n"]
    simulated = [str(number) for number, side in enumerate(profile.sides, 1) if side.simulated_only]
    if simulated:
        sides = f"side {simulated[0]} hangs" if len(simulated) == 1 else f"sides {listed(simulated)} hang"
        parts.append(SIMULATED.format(sides=sides, name=profile.name))
    if len(simulated) < len(profile.sides):
        parts += ["### Switches\n", SWITCHES, _switches(profile, header)]
        parts += ["### Lamp, buzzer and screen\n", _rest(profile, header)]
        parts += ["### The header, seen from above with the SD card at the top\n", _layout(profile, header)]
    return "\n".join(parts)


def all_profiles_markdown() -> str:
    """The wiring of every shipped profile: what ``wiring.md`` holds."""
    return "\n".join([INTRODUCTION, *(wiring_markdown(load_profile(name)) for name in profile_names())])


def _header() -> _Header:
    from gpiozero.pins.pi import PiBoardInfo

    # A 3B; the header has been the same since the B+.
    pins = PiBoardInfo.from_revision(0xA02082).headers["J8"].pins
    return _Header({number: pins[number].name for number in sorted(pins)})


def _switches(profile: Profile, header: _Header) -> str:
    rows = []
    for contact in profile.contacts:
        if not isinstance(contact.at, GpioPin):
            continue
        pin = header.pin_of(contact.at.pin)
        ground = header.nearest("GND", pin)
        rows.append(
            (
                _name(contact, profile),
                contact.at.pin,
                pin,
                f"{_legs(contact)}; the other leg to ground (pin {ground})",
            )
        )
    return _table(("switch", "GPIO", "header pin", "solder here"), rows)


def _legs(contact: Contact) -> str:
    if not isinstance(contact.of, FlapRef):
        return "one leg of the button"
    when = "closed" if contact.closed_when_made else "raised"
    return f"one leg of the switch that is made while the flap is {when}"


def _name(contact: Contact, profile: Profile) -> str:
    if isinstance(contact.of, FlapRef):
        side = f"side {contact.of.side + 1}, " if len(profile.sides) > 1 else ""
        return f"{side}flap {contact.of.flap}"
    return f"{contact.of} button"


def _lamp(lamp: Lamp) -> str:
    side = "" if lamp.side is None else f"side {lamp.side + 1}, "
    return f"{side}{lamp.role} lamp"


def _rest(profile: Profile, header: _Header) -> str:
    rows: list[tuple[object, ...]] = []
    for lamp in profile.lamps:
        pin = header.pin_of(lamp.pin)
        rows.append((_lamp(lamp), lamp.pin, pin, f"{LAMP} (pin {header.nearest('GND', pin)})"))
    if profile.buzzer is not None:
        pin = header.pin_of(profile.buzzer)
        plus = f"its plus to 3V3 (pin {header.nearest('3V3', pin)})"
        rows.append(("buzzer", profile.buzzer, pin, f"{BUZZER}, {plus}"))
    for number, display in enumerate(profile.displays, 1):
        rows += _display(display, f"screen {number}" if len(profile.displays) > 1 else "screen", header)
    return _table(("part", "GPIO", "header pin", "solder here"), rows)


def _display(display: Display, name: str, header: _Header) -> Iterable[tuple[object, ...]]:
    what = f"{name} ({display.driver.upper()}, I2C {display.bus}, address 0x{display.address:02X})"
    for wire, gpio in I2C_PINS.get(display.bus, ()):
        yield what, gpio, header.pin_of(gpio), f"the screen's {wire}"
    yield what, "", header.nearest("3V3", 1), "the screen's VCC"
    yield what, "", header.nearest("GND", 9), "the screen's GND"


def _layout(profile: Profile, header: _Header) -> str:
    hangs = {
        header.pin_of(contact.at.pin): _name(contact, profile)
        for contact in profile.contacts
        if isinstance(contact.at, GpioPin)
    }
    hangs |= {header.pin_of(lamp.pin): _lamp(lamp) for lamp in profile.lamps}
    if profile.buzzer is not None:
        hangs[header.pin_of(profile.buzzer)] = "buzzer"
    for display in profile.displays:
        for wire, gpio in I2C_PINS.get(display.bus, ()):
            hangs[header.pin_of(gpio)] = f"screen {wire}"
    width = max(map(len, hangs.values()), default=0)
    lines = []
    for odd in range(1, len(header.names), 2):
        left = f"{hangs.get(odd, ''):>{width}} {header.names[odd]:>7} ({odd:>2})"
        right = f"({odd + 1:>2}) {header.names[odd + 1]:<7} {hangs.get(odd + 1, '')}"
        lines.append(f"{left} | {right}".rstrip())
    return "\n".join(["```text", *lines, "```", ""])


def _table(heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"
