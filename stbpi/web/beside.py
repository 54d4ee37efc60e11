"""What is beside the match as JSON: the menu, the service mode and what it has to show, and hints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TypeAlias

from stbpi.table.chi_square import evenness
from stbpi.table.events import FlapRef
from stbpi.table.menu import MenuPage
from stbpi.table.reports import DiceReport, MachineReport, ServiceReport, SwitchReport
from stbpi.table.service_view import ServiceView
from stbpi.web.advice import Advice, Did, TurnCost
from stbpi.web.service import MenuText, SimulatedParts

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


def menu_json(page: MenuPage | None, text: MenuText | None, texts: Mapping[str, MenuText]) -> Json:
    """The page of the menu that is open; None while it is closed.

    ``text`` has its words in the tray's language, ``texts`` in each.
    """
    if page is None or text is None:
        return None
    entries: list[Json] = [
        {
            "kind": entry.kind.value,
            "name": entry.name,
            "number": entry.number,
            "ticked": entry.ticked,
            "text": words,
            "value": value,
            "texts": {language: told.entries[place][0] for language, told in texts.items()},
            "values": {language: told.entries[place][1] for language, told in texts.items()} if value else {},
        }
        for place, (entry, (words, value)) in enumerate(zip(page.entries, text.entries, strict=True))
    ]
    return {
        "page": page.page.value,
        "title": text.title,
        "titles": {language: told.title for language, told in texts.items()},
        "entries": entries,
        "chosen": page.chosen,
        "player": page.player,
        "points": page.points,
    }


def service_json(service: ServiceView | None) -> Json:
    """What the service mode shows; None while it is off."""
    if service is None:
        return None
    return {
        "page": service.page.value,
        "last": None if service.last is None else _flap(service.last),
        "seconds": service.seconds,
        "moved": [_flap(flap) for flap in sorted(service.moved)],
        "lamp": service.lamp,
        "sound": None if service.sound is None else service.sound.value,
    }


def report_json(report: ServiceReport) -> dict[str, Json]:
    """``GET /api/v1/service``: switches, dice, computer, and the line to the flap scanner."""
    return {
        "switches": [switch_json(switch) for switch in report.switches],
        "lamps": report.lamps,
        "buzzer": report.buzzer,
        "dice": [_dice(one) for one in report.dice or ()],
        "machine": None if report.machine is None else _machine(report.machine),
        "link": None if report.link is None else asdict(report.link),
    }


def parts_json(parts: SimulatedParts) -> dict[str, Json]:
    """``GET /api/v1/sim``: what a simulated tray has beside its flaps."""
    return {
        "kinds": {
            "flap": list(parts.of_flap),
            "display": list(parts.of_display),
            "all": list(parts.of_all),
        },
        "broken": [
            {"kind": one.kind, "side": one.side, "flap": one.flap, "display": one.display}
            for one in parts.broken
        ],
        "displays": [{"side": side} for side in parts.displays],
        "lamps": [{"side": side, "light": light} for side, light in parts.lamps],
    }


def advice_json(advice: Advice) -> dict[str, Json]:
    """The answer of ``GET /api/v1/hints``, seats 0-based, the best of everything first."""
    return {
        "round": advice.round,
        "dice": list(advice.dice),
        "players": [
            {
                "player": seat.player,
                "answers": [
                    {"close": list(one.close), "roll_again": one.again, **asdict(one.worth)}
                    for one in seat.answers
                ],
                "dice": [{"dice": one.dice, **asdict(one.worth)} for one in seat.dice],
            }
            for seat in advice.players
        ],
    }


def turns_json(turns: Sequence[TurnCost] | None) -> Json:
    """What the trainer says of the turn that ended last, seats 0-based; null where there is none at the table."""
    return None if turns is None else [_turn_json(turn) for turn in turns]


def _turn_json(turn: TurnCost) -> Json:
    return {
        "player": turn.player,
        "points_lost": turn.points_lost,
        "win_lost": turn.win_lost,
        "decisions": [
            {
                "roll": list(one.roll),
                "made": _did_json(one.made),
                "best": _did_json(one.best),
                "points_lost": one.points_lost,
                "win_lost": one.win_lost,
                "best_to_win": None if one.best_to_win is None else _did_json(one.best_to_win),
            }
            for one in turn.decisions
        ],
    }


def _did_json(did: Did) -> Json:
    return {"close": list(did.close), "roll_again": did.again, "dice": did.dice}


def switch_json(switch: SwitchReport) -> Json:
    """One switch and what it has done since the tray was opened."""
    return {
        "name": switch.name,
        "side": switch.side,
        "flap": switch.flap,
        "closed": switch.closed,
        "changes": switch.changes,
        "longest_bounce_us": switch.longest_bounce_us,
        "last_change_s": switch.last_change_s,
        "spikes": switch.spikes,
        "doubted": switch.doubted,
        "button": switch.button,
    }


def _flap(flap: FlapRef) -> Json:
    return {"side": flap.side, "flap": flap.flap}


def _dice(report: DiceReport) -> Json:
    test = evenness(report.counts)
    return {
        "source": report.source,
        "dice": report.dice,
        "counts": list(report.counts),
        "chi_square": None if test is None else test.statistic,
        "degrees": None if test is None else test.degrees,
        "p": None if test is None else test.p,
    }


def _machine(report: MachineReport) -> Json:
    return {
        "version": report.version,
        "python": report.python,
        "system": report.system,
        "model": report.model,
        "addresses": list(report.addresses),
        "temperature_c": report.temperature_c,
        "undervoltage": report.undervoltage.value,
    }
