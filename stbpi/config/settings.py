"""Everything that can be set, as frozen values, and how they are read from a configuration file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from stbpi.config.displays import DisplaySettings, read_displays
from stbpi.config.paths import journal_path, path_of, state_folder
from stbpi.config.quiet import TWO_TIMES, QuietHours, no_quiet_hours, quiet_hours
from stbpi.config.reading import Override, Section, Source, shown
from stbpi.config.rulebook import RuleBook, read_rule_book, read_rules
from stbpi.config.web import WebSettings, read_web
from stbpi.rules import RuleSet
from stbpi.rules.players import seat_name
from stbpi.table.names import LONGEST_NAME, is_writable, named

if TYPE_CHECKING:
    from stbpi.tray.profile import Profile

BACKENDS = ("gpio", "simulated")
PIN_FACTORIES = ("lgpio", "rpigpio")
DICE_SOURCES = ("electronic", "entered")
VOLUMES = ("full", "low")
HINTS = ("never", "without_stakes", "always")
"""When the page tells what answers are worth."""

LARGEST_SEED = 2**63 - 1
"""Seeds of dice fit TOML's integers, which have 64 bits and a sign."""

LONGEST_DEBOUNCE_MS = 200
"""The worst worn key reported bounces for 50 ms; four times that still feels like one movement of a flap."""

A_DAY_S = 86_400.0


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
    """What a match is played with unless people choose otherwise; players are names, by seat.

    ``hints`` is when the page tells what answers are worth, and ``trainer`` whether then also what each turn cost.
    """

    rules: RuleSet
    players: tuple[str, ...]
    hints: str = "never"
    trainer: bool = False


@dataclass(frozen=True, slots=True)
class TimingSettings:
    """Milliseconds and seconds. ``debounce_ms`` None leaves it to the wiring profile."""

    debounce_ms: int | None = None
    settle_ms: int = 600
    dim_after_s: float = 300.0
    off_after_s: float = 900.0


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """Whether the buzzer sounds, how loud, and when it keeps still. An active buzzer is always at its loudest."""

    enabled: bool = True
    volume: str = "full"
    quiet: QuietHours | None = None


@dataclass(frozen=True, slots=True)
class PowerSettings:
    """The command that shuts the computer down, and its arguments; empty where the menu does not offer it."""

    shutdown: tuple[str, ...] = ("systemctl", "poweroff")


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
    power: PowerSettings
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
        ("board", "dice", "game", "timing", "display", "sound", "web", "store", "power", "language", "rules")
    )
    book = read_rule_book(root.section("rules"))
    board, displays = _board(root.section("board")), read_displays(root.sections("display"))
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
        web=read_web(root.section("web")),
        store=_store(root.section("store"), os.environ if environment is None else environment),
        power=_power(root.section("power"), board),
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
            found = load_profile(profile, _beside(section))
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
    from stbpi.tray.profile import profile_source

    profile, beside = _profile(root, board), _beside(root)
    check_displays(root, displays, profile, profile_source(board.profile, beside))


def _profile(root: Section, board: BoardSettings) -> Profile:
    from stbpi.tray.profile import load_profile

    return load_profile(board.profile, _beside(root))


def _beside(root: Section) -> Path | None:
    """The folder in which a profile of people's own is looked for."""
    return None if root.source.path is None else root.source.folder


def _dice(section: Section) -> DiceSettings:
    section.known_only(("source", "seed"))
    source = section.choice("source", DiceSettings().source, DICE_SOURCES)
    return DiceSettings(
        "entered" if source == "entered" else "electronic", section.optional_integer("seed", 0, LARGEST_SEED)
    )


def _game(section: Section, book: RuleBook) -> GameSettings:
    section.known_only(("rules", "variants", "axes", "players", "hints", "trainer"))
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
            elsewhere = _chosen_elsewhere(section)
            which = f' for "{rules.name}"{elsewhere}' if elsewhere else ""
            raise section.error(
                "players",
                f"{section.name('players')} is {shown(players)}; give a list of names, or a count "
                f"from {rules.min_players} to {rules.max_players}{which}",
            )
    if not rules.min_players <= len(names) <= rules.max_players:
        count = "1 player" if len(names) == 1 else f"{len(names)} players"
        raise section.error(
            "players",
            f'{section.name("players")} has {count}; "{rules.name}"{_chosen_elsewhere(section)} '
            f"is for {rules.min_players} to {rules.max_players}",
        )
    hints = section.choice("hints", "never", HINTS)
    return GameSettings(rules, names, hints, section.flag("trainer", False))


def _chosen_elsewhere(section: Section) -> str:
    """Where the rule set was chosen, in brackets, where players and rules were not both given in the file."""
    source, rules = section.source, (*section.path, "rules")
    given = "rules" in section.values and (
        source.option(rules) is not None or source.option((*section.path, "players")) is not None
    )
    return f" ({source.place(rules)})" if given else ""


def _names(section: Section) -> tuple[str, ...]:
    """Names of players, such as the page takes them; an empty one is a seat without a name."""
    from stbpi.locale.people import seated

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
    return tuple(seated(named(name)) for name in names)


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


def _sound(section: Section) -> SoundSettings:
    section.known_only(("enabled", "volume", "quiet"))
    usual = SoundSettings()
    return SoundSettings(
        section.flag("enabled", usual.enabled),
        section.choice("volume", usual.volume, VOLUMES),
        _quiet(section),
    )


def _quiet(section: Section) -> QuietHours | None:
    if "quiet" not in section.values:
        return None
    text = section.text("quiet", "", if_empty=f"{TWO_TIMES}, or leave it out for no quiet hours")
    hours = quiet_hours(text)
    if hours is None:
        raise section.error("quiet", f"{section.name('quiet')} is {shown(text)}{no_quiet_hours(text)}")
    return hours


def _store(section: Section, environment: Mapping[str, str]) -> StoreSettings:
    section.known_only(("path",))
    if "path" not in section.values:
        return StoreSettings(state_folder(environment) / "stbpi.db")
    return StoreSettings(journal_path(section, "path"))


def _power(section: Section, board: BoardSettings) -> PowerSettings:
    """Without a setting a simulated tray shuts nothing down: it is somebody's own computer."""
    section.known_only(("shutdown",))
    if "shutdown" not in section.values:
        return PowerSettings(()) if board.backend == "simulated" else PowerSettings()
    command = section.words("shutdown")
    if command and not command[0].strip():
        raise section.error(
            "shutdown", f"{section.name('shutdown')} names no program; write it first, or leave all out"
        )
    return PowerSettings(command)


def _language(root: Section) -> str:
    from stbpi.locale import LANGUAGES, SOURCE_LANGUAGE

    return root.choice("language", SOURCE_LANGUAGE, LANGUAGES)
