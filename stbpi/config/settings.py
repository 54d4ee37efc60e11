"""Everything that can be set, as frozen values, and how they are read from a configuration file."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from stbpi.config.paths import journal_path, path_of, state_folder
from stbpi.config.reading import Override, Section, Source, shown
from stbpi.config.rulebook import RuleBook, read_rule_book, read_rules
from stbpi.rules import RuleSet
from stbpi.rules.players import seat_name
from stbpi.table.names import LONGEST_NAME, is_writable

if TYPE_CHECKING:
    from stbpi.tray.profile import Profile

BACKENDS = ("gpio", "simulated")
PIN_FACTORIES = ("lgpio", "rpigpio")
DICE_SOURCES = ("electronic", "entered")

LARGEST_SEED = 2**63 - 1
"""Seeds of dice fit TOML's integers, which have 64 bits and a sign."""

LONGEST_DEBOUNCE_MS = 200
"""The worst worn key reported bounces for 50 ms; four times that still feels like one movement of a flap."""

A_DAY_S = 86_400.0

WIDEST_CONTROLLER = 132
"""Columns of the SH1106, the widest of the controllers; a picture cannot begin further right."""

MOST_SIDES = 6
"""The largest tray has six sides, as wiring profiles may describe."""

SEVEN_BIT_ADDRESSES = range(0x08, 0x78)
"""I2C addresses a device may have; those outside are reserved (NXP UM10204, 3.1.12)."""

EIGHT_BIT_ADDRESSES = range(0x78, 0xF0)
"""Above the 7-bit ones lies what boards have printed on them: the address with the write bit, 0x78 for 0x3C.
"""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """Which tray is played on: a shipped wiring profile's name or a profile file, and what reads it.

    ``pin_factory`` is the library that reaches a Pi's pins.
    """

    profile: str = "direct-9"
    backend: str = "gpio"
    pin_factory: str = "lgpio"


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """Where dice come from. A ``seed`` makes electronic dice repeatable, for demonstrations and tests."""

    source: Literal["electronic", "entered"] = "electronic"
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What a match is played with unless people choose otherwise; players are names, by seat."""

    rules: RuleSet
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimingSettings:
    """Milliseconds and seconds. ``debounce_ms`` None leaves it to the wiring profile."""

    debounce_ms: int | None = None
    settle_ms: int = 600
    dim_after_s: float = 300.0
    off_after_s: float = 900.0


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


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """Whether the buzzer sounds."""

    enabled: bool = True


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the page and the API are served. Port 0 takes a free one; callers must show ``token``.

    ``names`` are host names the page may be called by, beside this machine's own and any bare address.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    token: str | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """The journal's file."""

    path: Path


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is set. ``displays`` empty leaves them to the wiring profile.

    ``folder`` is that of the configuration file, where wiring profiles of one's own lie; None without a file.
    """

    board: BoardSettings
    dice: DiceSettings
    game: GameSettings
    timing: TimingSettings
    displays: tuple[DisplaySettings, ...]
    sound: SoundSettings
    web: WebSettings
    store: StoreSettings
    language: str
    rule_book: RuleBook
    folder: Path | None


def load_settings(
    path: Path | None = None,
    overrides: Sequence[Override] = (),
    *,
    environment: Mapping[str, str] | None = None,
    on_tray: bool = False,
) -> Settings:
    """The settings of a file, of none (all defaults), and of what was given over it.

    ``environment`` (the process's unless given) says where state belongs. ``on_tray`` says that the match is to
    be played on the tray, which must then be large enough for it. Raises SettingsError, one sentence with file,
    line, key, value and mend.
    """
    source = Source(path, overrides)
    root = Section(source, source.document)
    root.known_only(
        ("board", "dice", "game", "timing", "display", "sound", "web", "store", "language", "rules")
    )
    book = read_rule_book(root.section("rules"))
    board, displays = _board(root.section("board")), _displays(root.sections("display"))
    if displays:
        _check_displays(root, displays, board)
    game = _game(root.section("game"), book)
    if on_tray:
        _check_on_tray(root, game, board)
    return Settings(
        board=board,
        dice=_dice(root.section("dice")),
        game=game,
        timing=_timing(root.section("timing")),
        displays=displays,
        sound=_sound(root.section("sound")),
        web=_web(root.section("web")),
        store=_store(root.section("store"), os.environ if environment is None else environment),
        language=_language(root),
        rule_book=book,
        folder=None if path is None else source.folder,
    )


def _board(section: Section) -> BoardSettings:
    section.known_only(("profile", "backend", "pin_factory"))
    default = BoardSettings()
    backend = section.choice("backend", default.backend, BACKENDS)
    profile = section.text("profile", default.profile)
    if profile.endswith(".toml") or "/" in profile or not profile.isprintable():
        path = path_of(section, "profile")
        if not path.is_file():
            raise section.error(
                "profile", f"{section.name('profile')} is {path}, which is no file; check the name"
            )
        profile = str(path)
    if "profile" in section.values:
        from stbpi.tray.errors import ProfileError
        from stbpi.tray.profile import load_profile

        try:
            found = load_profile(profile, None if section.source.path is None else section.source.folder)
            found.check_readable("simulated" if backend == "simulated" else "gpio")
        except ProfileError as error:
            raise section.error("profile", str(error)) from error
    return BoardSettings(
        profile,
        backend,
        section.choice("pin_factory", default.pin_factory, PIN_FACTORIES),
    )


def _check_on_tray(root: Section, game: GameSettings, board: BoardSettings) -> None:
    from stbpi.config.fitting import check_on_tray

    profile = _profile(root, board)
    check_on_tray(root, game.rules, game.players, profile, simulated=board.backend == "simulated")


def _check_displays(root: Section, displays: Sequence[DisplaySettings], board: BoardSettings) -> None:
    from stbpi.config.fitting import check_displays

    check_displays(root, displays, _profile(root, board))


def _profile(root: Section, board: BoardSettings) -> Profile:
    from stbpi.tray.profile import load_profile

    return load_profile(board.profile, None if root.source.path is None else root.source.folder)


def _dice(section: Section) -> DiceSettings:
    section.known_only(("source", "seed"))
    source = section.choice("source", DiceSettings().source, DICE_SOURCES)
    return DiceSettings(
        "entered" if source == "entered" else "electronic", section.optional_integer("seed", 0, LARGEST_SEED)
    )


def _game(section: Section, book: RuleBook) -> GameSettings:
    section.known_only(("rules", "variants", "axes", "players"))
    rules = read_rules(section, book)
    players = section.values.get("players")
    match players:
        case None:
            names = _seats(min(max(2, rules.min_players), rules.max_players))
        case bool():
            raise section.error("players", f"{section.name('players')} is a flag; give names or a count")
        case int() if 1 <= players <= rules.max_players:
            names = _seats(players)
        case list():
            names = _names(section)
        case _:
            raise section.error(
                "players",
                f"{section.name('players')} is {shown(players)}; give a list of names, or a count "
                f"from {rules.min_players} to {rules.max_players}",
            )
    if not rules.min_players <= len(names) <= rules.max_players:
        raise section.error(
            "players",
            f"{section.name('players')} has {len(names)} players; "
            f'"{rules.name}" is for {rules.min_players} to {rules.max_players}',
        )
    return GameSettings(rules, names)


def _names(section: Section) -> tuple[str, ...]:
    """Names of players, such as the page takes them; an empty one is a seat without a name."""
    names = section.words("players")
    for name in names:
        if len(name) > LONGEST_NAME:
            raise section.error(
                "players",
                f"{section.name('players')} has {shown(name)}, a name of {len(name)} characters; "
                f"{LONGEST_NAME} are the most",
            )
        if not is_writable(name):
            raise section.error(
                "players",
                f"{section.name('players')} has {shown(name)}, with signs in it that cannot be printed; "
                "leave them out",
            )
    return names


def _seats(count: int) -> tuple[str, ...]:
    return tuple(seat_name(seat) for seat in range(count))


def _timing(section: Section) -> TimingSettings:
    section.known_only(("debounce_ms", "settle_ms", "dim_after_s", "off_after_s"))
    default = TimingSettings()
    timing = TimingSettings(
        debounce_ms=section.optional_integer("debounce_ms", 1, LONGEST_DEBOUNCE_MS),
        settle_ms=section.integer("settle_ms", default.settle_ms, 0, 10_000),
        dim_after_s=section.number("dim_after_s", default.dim_after_s, 1, A_DAY_S),
        off_after_s=section.number("off_after_s", default.off_after_s, 1, A_DAY_S),
    )
    if timing.off_after_s < timing.dim_after_s:
        raise section.error(
            "off_after_s" if "off_after_s" in section.values else "dim_after_s",
            f"the screen would go dark after {timing.off_after_s:g} s, before it dims after "
            f"{timing.dim_after_s:g} s; make off_after_s the longer one",
        )
    return timing


def _displays(sections: Sequence[Section]) -> tuple[DisplaySettings, ...]:
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
        for other in displays:
            if (other.bus, other.address) == (display.bus, display.address):
                raise section.error(
                    "address",
                    f"two displays have address 0x{display.address:02X} on bus {display.bus}; "
                    "give one another address or bus",
                )
        displays.append(display)
    return tuple(displays)


def _display_driver(section: Section, default: str) -> str:
    from stbpi.tray.profile_reading import DISPLAY_DRIVERS

    return section.choice("driver", default, DISPLAY_DRIVERS)


def _i2c_address(section: Section, default: int) -> int:
    """A 7-bit address, also where the 8-bit one that boards have printed on them was given."""
    address = section.integer("address", default, 0x00, 0xFF)
    if address in EIGHT_BIT_ADDRESSES:
        address >>= 1
    if address not in SEVEN_BIT_ADDRESSES:
        raise section.error(
            "address",
            f"{section.name('address')} is 0x{address:02X}, which no device has; OLEDs have 0x3C or 0x3D",
        )
    return address


def _sound(section: Section) -> SoundSettings:
    section.known_only(("enabled",))
    return SoundSettings(section.flag("enabled", SoundSettings().enabled))


def _web(section: Section) -> WebSettings:
    section.known_only(("host", "port", "token", "names"))
    default = WebSettings()
    token = section.text("token", "") if "token" in section.values else None
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise section.error(
            "token", f"{section.name('token')} has spaces or odd signs; use letters and digits"
        )
    web = WebSettings(
        section.text("host", default.host),
        section.integer("port", default.port, 0, 65535),
        token,
        section.words("names"),
    )
    if web.token is None and not _only_this_machine(web.host):
        raise section.error(
            "host",
            f'{section.name("host")} is "{web.host}", so that others on the network could play; '
            'set token = "..." under [web] too, or leave host out',
        )
    return web


def _only_this_machine(host: str) -> bool:
    """Whether only programs on this machine reach a host name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _store(section: Section, environment: Mapping[str, str]) -> StoreSettings:
    section.known_only(("path",))
    if "path" not in section.values:
        return StoreSettings(state_folder(environment) / "stbpi.db")
    return StoreSettings(journal_path(section, "path"))


def _language(root: Section) -> str:
    from stbpi.locale import LANGUAGES, SOURCE_LANGUAGE

    return root.choice("language", SOURCE_LANGUAGE, LANGUAGES)
