"""Every screen of the menu and of the service mode, as views and reports."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stbpi.rules import Match, rule_set
from stbpi.table.choices import Choices, Configured, Offers, Sound
from stbpi.table.events import FlapRef
from stbpi.table.lineup import Line, Lineup
from stbpi.table.menu import Page
from stbpi.table.menu_pages import Pages, Situation
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.reports import (
    DiceReport,
    LinkReport,
    MachineReport,
    ResetCause,
    ServiceReport,
    SwitchReport,
    Undervoltage,
)
from stbpi.table.service_view import ServicePage, ServiceView
from stbpi.table.setup import TraySides
from stbpi.table.view import Signal, TableView
from tests.display.matches import classic, view

OFFERS = Offers(
    names=("Anna", "Bert", "Carla"),
    languages=("en", "fr", "de", "it", "es"),
    sounds=tuple(Sound),
    quiet_hours="22:00-07:00",
    shut_down=True,
    configured=Configured(rule_set("pub"), ("Anna", "Bert"), Choices()),
)
FOUR_SIDES = TraySides((tuple(range(1, 13)),) * 4)


@dataclass(frozen=True)
class Beside:
    """A screen beside the match, and what is known with it."""

    view: TableView
    report: ServiceReport = ServiceReport()  # noqa: RUF009 - it is frozen


def menu(
    page: Page,
    *,
    chosen: int | None = None,
    player: int | None = None,
    points: int = 0,
    releasing: Offer | None = None,
    match: Match | None = None,
) -> Beside:
    """A page of the menu as it stands on a tray of four sides, in the middle of a match."""
    match = match or classic(variants=["one-die"])
    pages = Pages(OFFERS, Lineup(OFFERS.shelf, FOUR_SIDES, OFFERS.names))
    now = Situation(Line(match.rules, match.players), "electronic", match, Choices())
    built = pages.build(page, now, player=player, points=points, chosen=chosen)
    several = len(built.entries) > 1
    prompt = Prompt(
        code=PromptCode.MENU,
        press=Offer.NEXT_ENTRY if several else Offer.BACK if built.entries else None,
        hold=Offer.SELECT if several else Offer.BACK if built.entries else None,
        releasing=releasing,
        menu=built,
    )
    return Beside(view(prompt, match))


def switch(
    flap: int, *, side: int = 0, closed: bool = False, changes: int = 0, bounce: int = 0
) -> SwitchReport:
    return SwitchReport(
        f"flap {flap} of side {side + 1}",
        side,
        flap,
        closed,
        changes,
        bounce,
        2.5 if changes else None,
        0,
        False,
    )


SWITCHES = tuple(
    switch(flap, changes=12 * (flap == 5), bounce=1400, closed=flap == 5) for flap in range(1, 10)
)
LINK = LinkReport(
    up=True,
    port="/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0",
    version="1.0",
    reset=ResetCause.WATCHDOG,
    frames_good=123_456,
    frames_bad=12,
    scanner_frames_bad=1,
    resyncs=3,
    missed=0,
    losses=2,
    longest_bounce_us=24_300,
)
SILENT = replace(LINK, up=False)
UNHEARD = replace(SILENT, version=None, reset=None, longest_bounce_us=None)
RESTLESS = replace(LINK, longest_bounce_us=None, restless=True)
MACHINE = MachineReport(
    "0.1.0",
    "3.11.2",
    "Linux 6.6.31",
    "Raspberry Pi 4 Model B",
    ("192.168.178.25:8420",),
    52.3,
    Undervoltage.NONE,
)
ELECTRONIC = DiceReport("electronic", (52, 47, 55, 61, 49, 48))
BY_HAND = DiceReport("entered", (20, 12, 9, 11, 10, 8))


def service(
    page: ServicePage,
    *,
    last: int | None = None,
    moved: tuple[int, ...] = (),
    seconds: int = 0,
    lamp: int | None = None,
    sound: Signal | None = None,
    releasing: Offer | None = None,
    report: ServiceReport | None = None,
) -> Beside:
    """A page of the service mode, in the middle of a match of classic."""
    shown = ServiceView(
        page=page,
        last=None if last is None else FlapRef(0, last),
        seconds=seconds,
        moved=frozenset(FlapRef(0, flap) for flap in moved),
        lamp=lamp,
        sound=sound,
    )
    prompt = Prompt(
        code=PromptCode.SERVICE,
        press=Offer.NEXT_PAGE,
        hold=Offer.LEAVE_SERVICE,
        releasing=releasing,
        service=shown,
    )
    known = ServiceReport(SWITCHES, (ELECTRONIC, BY_HAND), MACHINE, lamps=True, buzzer=True)
    shown_view = replace(view(prompt, classic()), closed=(frozenset({5}),))
    return Beside(shown_view, known if report is None else report)


def _scenes() -> dict[str, Beside]:
    s = ServicePage
    nobody = MachineReport("0.1.0", "3.11.2", "Linux 6.6.31", None, (), None, Undervoltage.UNKNOWN)
    low = MachineReport("0.1.0", "3.11.2", "Linux 6.6.31", "Raspberry Pi 5", (), 81.0, Undervoltage.NOW)
    before = MachineReport("0.1.0", "3.11.2", "Linux 6.6.31", "Raspberry Pi 5", (), 81.0, Undervoltage.BEFORE)
    return {
        "menu_main": menu(Page.MAIN),
        "menu_main_held": menu(Page.MAIN, releasing=Offer.SELECT),
        "menu_main_language": menu(Page.MAIN, chosen=5),
        "menu_main_people": menu(Page.MAIN, chosen=8),
        "menu_main_end": menu(Page.MAIN, chosen=12),
        "menu_rules": menu(Page.RULES),
        "menu_rules_further": menu(Page.RULES, chosen=4),
        "menu_variants": menu(Page.VARIANTS),
        "menu_players": menu(Page.PLAYERS),
        "menu_seats": menu(Page.SEATS),
        "menu_flaps": menu(Page.FLAPS),
        "menu_flaps_odd": menu(Page.FLAPS, match=Match.start(rule_set("odds"), ["Anna", "Bert"])),
        "menu_dice": menu(Page.DICE),
        "menu_language": menu(Page.LANGUAGE),
        "menu_sound": menu(Page.SOUND),
        "menu_quiet_hours": menu(Page.QUIET_HOURS),
        "menu_people": menu(Page.PEOPLE),
        "menu_leave": menu(Page.LEAVE),
        "menu_correct": menu(Page.CORRECT),
        "menu_points": menu(Page.POINTS, player=1, points=-11, chosen=4),
        "menu_sure_leaves": menu(Page.SURE_LEAVES, player=1),
        "menu_sure_abandons": menu(Page.SURE_ABANDONS),
        "menu_sure_gives_up": menu(Page.SURE_GIVES_UP),
        "menu_sure_shuts_down": menu(Page.SURE_SHUTS_DOWN),
        "menu_going_down": menu(Page.GOING_DOWN),
        "menu_not_shut_down": menu(Page.NOT_SHUT_DOWN),
        "service_switches": service(s.SWITCHES),
        "service_switches_unread": service(s.SWITCHES, report=ServiceReport()),
        "service_switches_moved": service(s.SWITCHES, last=5, moved=(1, 2, 5), seconds=3),
        "service_switches_all": service(s.SWITCHES, last=9, moved=tuple(range(1, 10)), seconds=60),
        "service_switches_held": service(
            s.SWITCHES, last=5, moved=(1, 2, 5), seconds=3, releasing=Offer.LEAVE_SERVICE
        ),
        "service_checker": service(s.CHECKER),
        "service_checker_held": service(s.CHECKER, releasing=Offer.NEXT_PAGE),
        "service_lit": service(s.LIT),
        "service_border": service(s.BORDER),
        "service_lamps": service(s.LAMPS, lamp=0, sound=Signal.SHUT),
        "service_lamps_none": service(s.LAMPS, lamp=0, sound=Signal.SHUT, report=ServiceReport()),
        "service_lamps_done": service(s.LAMPS),
        "service_dice": service(s.DICE),
        "service_dice_few": service(
            s.DICE, report=ServiceReport(dice=(DiceReport("entered", (1, 0, 2, 0, 1, 0)),))
        ),
        "service_dice_none": service(s.DICE, report=ServiceReport(dice=())),
        "service_versions": service(s.VERSIONS),
        "service_versions_reading": service(s.VERSIONS, report=ServiceReport()),
        "service_health": service(s.HEALTH),
        "service_scanner": service(s.SCANNER, report=ServiceReport(link=LINK)),
        "service_scanner_silent": service(s.SCANNER, report=ServiceReport(link=SILENT)),
        "service_scanner_restless": service(s.SCANNER, report=ServiceReport(link=RESTLESS)),
        "service_scanner_unheard": service(s.SCANNER, report=ServiceReport(link=UNHEARD)),
        "service_scanner_away": service(s.SCANNER, report=ServiceReport()),
        "service_health_untold": service(s.HEALTH, report=ServiceReport(machine=nobody)),
        "service_health_low": service(s.HEALTH, report=ServiceReport(machine=low)),
        "service_health_was_low": service(s.HEALTH, report=ServiceReport(machine=before)),
    }


BESIDE = _scenes()
