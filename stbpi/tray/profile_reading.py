"""From the keys of a profile to a ``Profile``; whether all of it can be wired together is for
``stbpi.tray.profile_checks``.
"""

from __future__ import annotations

from collections.abc import Mapping

from stbpi.table.events import FlapRef
from stbpi.tray.errors import BadValueError
from stbpi.tray.keys import Keys, Source
from stbpi.tray.part_reading import (
    BUS_NUMBERS,
    OLED_ADDRESSES,
    read_chain,
    read_expander,
    read_i2c,
    read_matrix,
    read_scanner,
    refuse_twins,
    with_usual_buses,
)
from stbpi.tray.place_reading import HEADER_PINS, Parts, button_place, side_places
from stbpi.tray.profile import (
    Button,
    ButtonRole,
    Display,
    Filtering,
    Lamp,
    LampRole,
    Profile,
    Quarantine,
    Side,
)
from stbpi.tray.profile_checks import OPTIONAL_BUSES, check_profile

FLAP_NUMBERS = range(1, 1000)
"""What can be painted on a flap, and what rule sets allow."""
MOST_SIDES = range(1, 7)

DISPLAY_DRIVERS = ("ssd1306", "sh1106", "ssd1309", "sh1107", "sh1107-128x128")

WINDOWS_MS = range(1, 201)
"""The worst key reported bounces for 50 ms; beyond 200 ms a flap would feel slow."""
GLITCHES_MS = range(51)
"""Lone spikes on 3 m of wire were reported as 1 to 15 ms; 0 lets everything through."""


def read_profile(table: Mapping[str, object], source: Source) -> Profile:
    """Check a profile file's table. Raises a ``ProfileError`` that names place, value and mend."""
    keys = Keys(table, source)
    title = keys.text("title", default=source.name)
    filtering = _filtering(keys, Filtering())
    quarantine_keys = keys.table("quarantine")
    quarantine = Quarantine() if quarantine_keys is None else _quarantine(quarantine_keys)
    buses_off = _buses_off(keys)

    described = [(read_i2c(bus), bus) for bus in keys.tables("i2c")]
    parts, on_buses = _parts(keys)
    side_keys = keys.tables("side", needed=True)
    if len(side_keys) not in MOST_SIDES:
        raise BadValueError(
            f"{keys.begin('side')}{len(side_keys)} sides are too many; list at most {MOST_SIDES[-1]}"
        )
    own = _own_filtering(keys.tables("switch"), filtering)
    sides = tuple(_side(side, parts, filtering, number, own) for number, side in enumerate(side_keys))
    for ref, (_, switch_keys) in own.items():
        if ref.side >= len(sides) or ref.flap not in sides[ref.side].flaps:
            raise BadValueError(
                f"{switch_keys.begin()}there is no flap {ref.flap} on side {ref.side + 1}; "
                "name one that the side lists"
            )
    display_keys = keys.tables("display")
    displays = tuple(_display(display, len(sides)) for display in display_keys)
    on_buses += zip((part.bus for part in displays), display_keys, strict=True)
    buttons = tuple(_button(button, parts, filtering) for button in keys.tables("button", needed=True))
    lamps = tuple(_lamp(lamp, len(sides)) for lamp in keys.tables("lamp"))
    buzzer_keys = keys.table("buzzer")
    passive = (
        buzzer_keys is not None and buzzer_keys.word("kind", ("active", "passive"), "active") == "passive"
    )
    profile = Profile(
        name=source.name,
        title=title,
        sides=sides,
        buttons=buttons,
        lamps=lamps,
        buzzer=None if buzzer_keys is None else _only_pin(buzzer_keys),
        displays=displays,
        filtering=filtering,
        quarantine=quarantine,
        buses_off=buses_off,
        i2c=with_usual_buses(described, on_buses),
        expanders=tuple(parts.expanders.values()),
        chains=tuple(parts.chains.values()),
        matrix=parts.matrix,
        scanner=parts.scanner,
        buzzer_passive=passive,
    )
    keys.done()
    check_profile(profile, source)
    return profile


def _parts(keys: Keys) -> tuple[Parts, list[tuple[int, Keys]]]:
    """The parts that switches hang on, and the numbers of the I2C buses that these are on themselves."""
    expander_keys, chain_keys = keys.tables("expander"), keys.tables("chain")
    expanders = [read_expander(expander) for expander in expander_keys]
    chains = [read_chain(chain) for chain in chain_keys]
    refuse_twins([*zip(expanders, expander_keys, strict=True), *zip(chains, chain_keys, strict=True)])
    matrix, scanner = keys.table("matrix"), keys.table("scanner")
    parts = Parts(
        {part.name: part for part in expanders},
        {part.name: part for part in chains},
        None if matrix is None else read_matrix(matrix),
        None if scanner is None else read_scanner(scanner),
    )
    return parts, [*zip((part.bus for part in expanders), expander_keys, strict=True)]


def _filtering(keys: Keys, usual: Filtering) -> Filtering:
    """The filtering a table gives, beginning with what is usual around it."""
    return Filtering(
        keys.whole("debounce_ms", WINDOWS_MS, usual.debounce_ms),
        keys.whole("glitch_ms", GLITCHES_MS, usual.glitch_ms),
    )


def _quarantine(keys: Keys) -> Quarantine:
    usual = Quarantine()
    quarantine = Quarantine(
        keys.whole("changes_per_s", range(5, 1001), usual.changes_per_s),
        keys.whole("quiet_s", range(1, 3601), usual.quiet_s),
    )
    keys.done()
    return quarantine


def _buses_off(keys: Keys) -> frozenset[str]:
    words = keys.words("buses_off", ())
    for word in words:
        if word not in OPTIONAL_BUSES:
            raise keys.bad("buses_off", word, f"made of {', '.join(OPTIONAL_BUSES)}")
    return frozenset(words)


def _own_filtering(tables: tuple[Keys, ...], usual: Filtering) -> dict[FlapRef, tuple[Filtering, Keys]]:
    """The filtering of the ``[[switch]]`` tables, with the keys it comes from."""
    own: dict[FlapRef, tuple[Filtering, Keys]] = {}
    for keys in tables:
        ref = FlapRef(keys.whole("side", MOST_SIDES) - 1, keys.whole("flap", FLAP_NUMBERS))
        if ref in own:
            raise BadValueError(
                f"{keys.begin()}flap {ref.flap} of side {ref.side + 1} has two [[switch]] tables; keep one"
            )
        own[ref] = (_filtering(keys, usual), keys)
        keys.done()
    return own


def _side(
    keys: Keys, parts: Parts, usual: Filtering, number: int, own: Mapping[FlapRef, tuple[Filtering, Keys]]
) -> Side:
    flaps = keys.wholes("flaps", FLAP_NUMBERS)
    twice = [flap for flap in flaps if flaps.count(flap) > 1]
    if twice:
        raise BadValueError(f"{keys.begin('flaps')}flap {twice[0]} is listed twice; list every flap once")
    made_when = keys.word("made_when", ("closed", "raised"), "closed")
    places = side_places(keys, len(flaps), parts)
    of_side = _filtering(keys, usual)
    keys.done()
    filtering = tuple(own.get(FlapRef(number, flap), (of_side,))[0] for flap in flaps)
    return Side(flaps, places, made_when == "closed", filtering)


def _button(keys: Keys, parts: Parts, usual: Filtering) -> Button:
    role = keys.word("role", tuple(ButtonRole))
    button = Button(ButtonRole(role), button_place(keys, parts), _filtering(keys, usual))
    keys.done()
    return button


def _lamp(keys: Keys, sides: int) -> Lamp:
    role = keys.word("role", tuple(LampRole))
    side = _of_side(keys, sides)
    return Lamp(LampRole(role), _only_pin(keys), side)


def _of_side(keys: Keys, sides: int) -> int | None:
    """The side a part belongs to, from 0; None for all."""
    side = keys.whole_or_none("side", range(1, sides + 1))
    return None if side is None else side - 1


def _only_pin(keys: Keys) -> int:
    pin = keys.whole("pin", HEADER_PINS)
    keys.word("on", ("gpio",), "gpio")
    keys.done()
    return pin


def _display(keys: Keys, sides: int) -> Display:
    driver = keys.word("driver", DISPLAY_DRIVERS)
    bus = keys.whole("bus", BUS_NUMBERS, 1)
    address = keys.whole("address", range(0x100), 0x3C)
    if address not in OLED_ADDRESSES:
        raise BadValueError(
            f"{keys.begin('address')}0x{address:02X} is no address of an OLED; they have 0x3C or 0x3D, which boards "
            "print as 0x78 or 0x7A"
        )
    rotate = keys.whole("rotate", range(4), 0)
    offset = keys.whole_or_none("columns_offset", range(133))
    side = _of_side(keys, sides)
    keys.done()
    return Display(driver, bus, OLED_ADDRESSES[address], rotate, offset, side)
