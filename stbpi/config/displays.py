"""The OLEDs of the configuration file: what they are, where they are, how they are mounted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.config.reading import Section

WIDEST_CONTROLLER = 132
"""Columns of the SH1106, the widest of the controllers; a picture cannot begin further right."""

MOST_SIDES = 6
"""The largest tray has six sides, as wiring profiles may describe."""


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """One OLED: controller, I2C bus number, 7-bit address, quarter turns, first visible column.

    ``columns_offset`` None is the controller's usual one. ``side`` (0-based) is the one it stands before; None
    where all look at it.
    """

    driver: str = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    rotate: int = 0
    columns_offset: int | None = None
    side: int | None = None


def read_displays(sections: Sequence[Section]) -> tuple[DisplaySettings, ...]:
    """The displays of ``[[display]]`` tables, in order; no two at one place."""
    displays: list[DisplaySettings] = []
    for section in sections:
        section.known_only(("driver", "bus", "address", "rotate", "columns_offset", "side"))
        default = DisplaySettings()
        side = section.optional_integer("side", 1, MOST_SIDES)
        display = DisplaySettings(
            driver=_display_driver(section, default.driver),
            bus=section.integer("bus", default.bus, 0, 255),
            address=_i2c_address(section, default.address),
            rotate=section.integer("rotate", default.rotate, 0, 3),
            columns_offset=section.optional_integer("columns_offset", 0, WIDEST_CONTROLLER),
            side=None if side is None else side - 1,
        )
        for number, other in enumerate(displays):
            if (other.bus, other.address) == (display.bus, display.address):
                raise section.error(
                    "address",
                    f"display {number + 1} ({_place(sections[number])}) and display {len(displays) + 1} are both at "
                    f"0x{display.address:02X} on I2C {display.bus}; give one another address or bus",
                )
        displays.append(display)
    return tuple(displays)


def _place(section: Section) -> str:
    """Where a display is described: its address, or else its table."""
    return section.source.place((*section.path, "address"))


def _display_driver(section: Section, default: str) -> str:
    from stbpi.tray.profile_reading import DISPLAY_DRIVERS

    return section.choice("driver", default, DISPLAY_DRIVERS)


def _i2c_address(section: Section, default: int) -> int:
    """A 7-bit address, also where the 8-bit one that boards have printed on them was given."""
    from stbpi.tray.part_reading import OLED_ADDRESSES

    address = section.integer("address", default, 0x00, 0xFF)
    if address not in OLED_ADDRESSES:
        raise section.error(
            "address",
            f"{section.name('address')} is 0x{address:02X}, which no OLED has; they have 0x3C or 0x3D",
        )
    return OLED_ADDRESSES[address]
