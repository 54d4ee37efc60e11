"""A wiring profile as tables a maker can solder from, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain as chained

from stbpi.table.events import FlapRef
from stbpi.tray.parts import GpioPin, ScannerButton
from stbpi.tray.profile import Contact, Display, Profile, listed, load_profile, profile_names
from stbpi.tray.profile_cautions import cautions
from stbpi.tray.wiring_legs import (
    Block,
    Grid,
    Header,
    boot_lines,
    chain_blocks,
    expander_block,
    grids,
    header_block,
    lamp_name,
    screen_name,
    switch_name,
)

INTRODUCTION = """\
# How the trays are wired

This file is printed by `stbpi wiring --all` from the wiring profiles in `stbpi/tray/profiles/`; change those,
not this. Pins have two numbers: GPIO is the Pi's own, header pin is where it sits on the 40-pin header (1 is
by the SD card, odd numbers are the inner row). Solder with the Pi switched off. Nothing but 3.3 V may ever
reach a GPIO pin. Sides are counted clockwise, seen from above. How to describe a tray of your own is in
[docs/wiring-profiles.md](docs/wiring-profiles.md).
"""

SWITCHES = """\
Every switch goes between its pin and ground; the Pi's own pull-ups do the rest, no resistors are needed.
Grounds may be shared: one wire from switch to switch along the row is enough.
"""

EXPANDERS = """\
Every switch goes between its pin of the chip and ground; the chip's own pull-ups do the rest. Put 100 nF between VDD
and VSS of every chip, close to it. Pins that have nothing written stay free; GPA7 and GPB7 are outputs only. Chips that
share the wire INT only pull it low, and the Pi pulls it up.
"""

CHAINS = """\
Every switch goes between its input of the chip and ground, and every such input has 3.3 kΩ to 3V3 (the chip has no
pull-ups, and 1 mA keeps a switch's contacts clean). Put 100 nF between VCC and GND of every chip, close to it. Chip 1
is the one next to the Pi; nothing else may hang on MISO, since the chip does not let go of it. MOSI goes to SER of the
last chip: what is sent comes back behind the inputs, and so a wire that is off is noticed.
"""

MATRIX = """\
Every switch goes between its column and its row{diodes}. The Pi's own pull-ups on the columns do the rest.
"""
WITH_DIODES = ", in series with a diode such as the 1N4148, whose ring (cathode) points to the row"
WITHOUT_DIODES = """. Without diodes three closed switches at corners of a rectangle make the fourth
seem closed; the tray then says so and believes none of them"""

SCANNER = """\
Every switch goes between its column and its row of the flap scanner, in series with a diode such as the 1N4148, whose
ring (cathode) points to the row. The scanner goes to any USB port of the Pi. On a Nano columns 1 to 12 are D2 to D7 and
A0 to A5, and rows 1 to 6 are D8 to D13; A6 needs 10 kΩ to 5V, with a button there or without. More, and a Pico's pins,
in docs/scanner.md.
"""

SCANNER_BUTTON = """\
The {button} button goes between A6 of the scanner and its ground, with 10 kΩ from A6 to 5V.
"""

LAMP = "the LED's long leg through 330 Ω; its short leg to ground"
"""4 mA for a red LED at 3.3 V; a pin may give 16 mA."""

BUZZER = "the base of an NPN transistor through 1 kΩ; emitter to ground, collector to {kind} buzzer's minus"
"""A buzzer draws more than a pin may give."""

BUS_PULL_UPS = """\
SDA and SCL of {bus} need 4.7 kΩ each to 3V3, unless a screen has them: the Pi has such resistors only on GPIO 0 to 3.
"""

BOARD = """\
With a board, plugs and resistors against noise and charged fingers: [its circuit, parts list and
cables]({circuit}).
"""

BUSES_WITH_PULL_UPS = (0, 1)
"""The Pi's boards have 1.8 kΩ to 3.3 V on GPIO 2 and 3, and on 0 and 1; a bus on other pins has none."""

SIMULATED = """\
Only simulated: {sides} on nothing that could be soldered, and the backend "gpio" refuses
this profile. It is played on the page:

    stbpi run --simulate --profile {name}
"""


def wiring_markdown(profile: Profile, drawing: str | None = None, circuit: str | None = None) -> str:
    """How ``profile`` is wired: tables of the switches and the rest, and the header with all on it.

    ``drawing`` is where its drawing lies, to be shown, and ``circuit`` where its circuit is described. Of a tray
    whose sides are all simulated it is only said that they are.
    """
    parts = [f"## {profile.name}\n\n{profile.title}.\n"]
    simulated = [str(number) for number, side in enumerate(profile.sides, 1) if side.simulated_only]
    if simulated:
        sides = f"side {simulated[0]} hangs" if len(simulated) == 1 else f"sides {listed(simulated)} hang"
        parts.append(SIMULATED.format(sides=sides, name=profile.name))
    if is_wired(profile):
        if drawing is not None:
            parts.append(f"![The drawing of {profile.name}]({drawing})\n")
        if circuit is not None:
            parts.append(BOARD.format(circuit=circuit))
        parts += _wired(profile, Header())
    return "\n".join(parts)


def is_wired(profile: Profile) -> bool:
    """Whether there is anything of a profile's sides to be soldered."""
    return not all(side.simulated_only for side in profile.sides)


def all_profiles_markdown(drawings: str = "docs/wiring", circuits: str = "hardware/profiles") -> str:
    """The wiring of every shipped profile, drawings and circuits in those folders: what ``wiring.md`` holds."""
    shown = (
        wiring_markdown(load_profile(name), f"{drawings}/{name}.svg", f"{circuits}/{name}/README.md")
        for name in profile_names()
    )
    return "\n".join([INTRODUCTION, *shown])


def _wired(profile: Profile, header: Header) -> Iterable[str]:
    if told := cautions(profile):
        yield "### Mind\n"
        yield "".join(f"- {sentence}.\n" for sentence in told)
    if lines := boot_lines(profile):
        yield "### In /boot/firmware/config.txt\n"
        yield "\n".join(["```text", *lines, "```", ""])
    if any(isinstance(contact.at, GpioPin) for contact in profile.contacts):
        yield from ("### Switches on the Pi\n", SWITCHES, _switches(profile, header))
    if profile.expanders:
        blocks = [expander_block(part, profile, header) for part in profile.expanders]
        yield from ("### Expanders\n", EXPANDERS, _blocks(blocks))
    for part in profile.chains:
        yield from (f"### The chain {part.name}\n", CHAINS, _blocks(chain_blocks(part, profile, header)))
    for grid in grids(profile):
        diodes = WITH_DIODES if grid.diodes else WITHOUT_DIODES
        text = SCANNER if "scanner" in grid.title else MATRIX.format(diodes=diodes)
        yield from (f"### {grid.title}\n", text, _grid(grid))
    for button in profile.buttons:
        if isinstance(button.at, ScannerButton):
            yield SCANNER_BUTTON.format(button=button.role)
    yield from ("### Lamps, buzzer and screens\n", _rest(profile, header))
    for bus in profile.i2c:
        if bus.bus not in BUSES_WITH_PULL_UPS and bus.sda is not None:
            yield BUS_PULL_UPS.format(bus=bus)
    yield from ("### The header, seen from above with the SD card at the top\n", _layout(profile, header))


def _switches(profile: Profile, header: Header) -> str:
    rows = []
    for contact in profile.contacts:
        if isinstance(contact.at, GpioPin):
            pin = header.pin_of(contact.at.pin)
            ground = header.nearest("GND", pin)
            solder = f"{_legs(contact)}; the other leg to ground (pin {ground})"
            rows.append((switch_name(contact, profile), contact.at.pin, pin, solder))
    return _table(("switch", "GPIO", "header pin", "solder here"), rows)


def _legs(contact: Contact) -> str:
    if not isinstance(contact.of, FlapRef):
        return "one leg of the button"
    return f"one leg of the switch that is made while the flap is {_when(contact)}"


def _when(contact: Contact) -> str:
    return "closed" if contact.closed_when_made else "raised"


def _blocks(blocks: Sequence[Block]) -> str:
    """Chips of one kind side by side, pin by pin."""
    rows = [
        (legs[0].number, legs[0].name, *(leg.wire for leg in legs))
        for legs in zip(*(block.legs for block in blocks), strict=True)
    ]
    return _table(("pin", "name", *(block.title for block in blocks)), rows)


def _grid(grid: Grid) -> str:
    rows = [
        (row, *(grid.switches.get((number, column), "") for column in range(len(grid.columns))))
        for number, row in enumerate(grid.rows)
    ]
    return _table(("", *grid.columns), rows)


def _rest(profile: Profile, header: Header) -> str:
    rows: list[tuple[object, ...]] = []
    for lamp in profile.lamps:
        pin = header.pin_of(lamp.pin)
        rows.append((lamp_name(lamp), lamp.pin, pin, f"{LAMP} (pin {header.nearest('GND', pin)})"))
    if profile.buzzer is not None:
        pin = header.pin_of(profile.buzzer)
        plus = f"its plus to 3V3 (pin {header.nearest('3V3', pin)})"
        kind = "a passive" if profile.buzzer_passive else "an active"
        rows.append(("buzzer", profile.buzzer, pin, f"{BUZZER.format(kind=kind)}, {plus}"))
    rows += chained.from_iterable(
        _display(display, screen_name(number, profile), profile, header)
        for number, display in enumerate(profile.displays, 1)
    )
    return _table(("part", "GPIO", "header pin", "solder here"), rows)


def _display(display: Display, name: str, profile: Profile, header: Header) -> Iterable[tuple[object, ...]]:
    what = f"{name} ({display.driver.upper()}, I2C {display.bus}, address 0x{display.address:02X})"
    bus = next(bus for bus in profile.i2c if bus.bus == display.bus)
    for wire, gpio in (("SDA", bus.sda), ("SCL", bus.scl)):
        if gpio is not None:
            yield what, gpio, header.pin_of(gpio), f"the screen's {wire}"
    yield what, "", header.nearest("3V3", 1), "the screen's VCC"
    yield what, "", header.nearest("GND", 9), "the screen's GND"


def _layout(profile: Profile, header: Header) -> str:
    legs = header_block(profile, header).legs
    width = max(len(leg.wire) for leg in legs)
    lines = []
    for left, right in zip(legs[::2], legs[1::2], strict=True):
        odd = f"{left.wire:>{width}} {left.name:>7} ({left.number:>2})"
        lines.append(f"{odd} | ({right.number:>2}) {right.name:<7} {right.wire}".rstrip())
    return "\n".join(["```text", *lines, "```", ""])


def _table(heads: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"
