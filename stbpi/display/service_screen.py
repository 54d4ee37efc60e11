"""The screens of the service mode."""

from __future__ import annotations

from dataclasses import replace

from stbpi.display.plain import plain
from stbpi.display.screen import Pattern, Screen
from stbpi.display.service_words import ServiceWords
from stbpi.display.wording import Wording
from stbpi.table.chi_square import evenness
from stbpi.table.events import FlapRef
from stbpi.table.reports import DiceReport, ServiceReport
from stbpi.table.service_view import ServicePage, ServiceView
from stbpi.table.view import TableView

_PATTERNS = {
    ServicePage.CHECKER: Pattern.CHECKER,
    ServicePage.LIT: Pattern.LIT,
    ServicePage.BORDER: Pattern.BORDER,
}


def service_screen(view: TableView, words: Wording, hints: tuple[str, ...], report: ServiceReport) -> Screen:
    """The page of the service mode that is open; ``report`` is what is known beside the match."""
    service = view.prompt.service
    if service is None:
        return Screen(headline=words.service(), hints=hints)
    page, said = service.page, ServiceWords(words.messages)
    if page in _PATTERNS:
        # All of the glass is the test; only the border leaves room for words.
        lines = hints if page is ServicePage.BORDER else ()
        return Screen(pattern=_PATTERNS[page], lines=lines)
    screen = Screen(title=said.title(page), hints=hints)
    match page:
        case ServicePage.SWITCHES:
            return _switches(view, service, said, screen, report)
        case ServicePage.LAMPS:
            return _lamps(service, said, screen, report)
        case ServicePage.DICE:
            return replace(screen, facts=_dice(said, report))
        case ServicePage.VERSIONS:
            return replace(screen, facts=_versions(said, report))
        case ServicePage.SCANNER:
            return _scanner(said, screen, report)
        case _:
            return replace(screen, facts=_health(said, report))


def _switches(
    view: TableView, service: ServiceView, said: ServiceWords, screen: Screen, report: ServiceReport
) -> Screen:
    """The flap that moved last, large; and those that have not moved yet."""
    last, sides = service.last, view.sides.flaps
    screen = replace(screen, badge=f"{len(service.moved)}/{sum(map(len, sides))}")
    if last is None:
        return replace(screen, headline=said.move_each() if report.switches else said.no_switches())
    switch = next((one for one in report.switches if (one.side, one.flap) == (last.side, last.flap)), None)
    still = [flap for flap in sides[last.side] if FlapRef(last.side, flap) not in service.moved]
    side = (said.on_side(last.side),) if len(sides) > 1 else ()
    switched = () if switch is None else (said.changes(switch.changes), said.bounce(switch.longest_bounce_us))
    return replace(
        screen,
        title=said.doubted() if last in view.doubted else said.stands(last.flap in view.closed[last.side]),
        number=str(last.flap),
        facts=(*side, *switched, said.ago(service.seconds), said.still(still) if still else said.all_seen()),
    )


def _lamps(service: ServiceView, said: ServiceWords, screen: Screen, report: ServiceReport) -> Screen:
    if service.lamp is None:
        return replace(screen, headline=said.that_was_all())
    lamp = said.lamp(service.lamp) if report.lamps else said.no_lamps()
    sound = () if service.sound is None else (said.sound(service.sound),)
    return replace(screen, facts=(lamp, *(sound if report.buzzer else (said.no_buzzer(),))))


def _dice(said: ServiceWords, report: ServiceReport) -> tuple[str, ...]:
    """Of each source the dice that were thrown most."""
    if report.dice is None:
        return (said.reading(),)
    most: dict[str, DiceReport] = {}
    for one in report.dice:
        if one.dice > (most[one.source].dice if one.source in most else 0):
            most[one.source] = one
    facts = [fact for one in most.values() for fact in (said.thrown(one), said.test(evenness(one.counts)))]
    return tuple(facts) or (said.nothing_thrown(),)


def _versions(said: ServiceWords, report: ServiceReport) -> tuple[str, ...]:
    machine = report.machine
    if machine is None:
        return (said.reading(),)
    addresses = machine.addresses or (said.nowhere(),)
    return (f"stbpi {machine.version}", f"Python {machine.python}", *map(plain, addresses))


def _scanner(said: ServiceWords, screen: Screen, report: ServiceReport) -> Screen:
    link = report.link
    if link is None:
        return replace(screen, headline=said.no_switches())
    return replace(screen, badge=link.version or "", facts=(said.started(link), *said.link(link)))


def _health(said: ServiceWords, report: ServiceReport) -> tuple[str, ...]:
    machine = report.machine
    if machine is None:
        return (said.reading(),)
    temperature, supply = said.temperature(machine.temperature_c), said.supply(machine.undervoltage)
    return (plain(machine.model or machine.system), temperature, supply)
