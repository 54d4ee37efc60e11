"""What cannot be played here as things are: seats of the house, and a match of the journal that cannot go on."""

from __future__ import annotations

from dataclasses import replace

from stbpi.config import Settings
from stbpi.daemon.faults import FaultBoard
from stbpi.house import Players
from stbpi.locale.fault_words import CANNOT_GO_ON, NO_HOUSE
from stbpi.rules.players import house_strength, seat_name
from stbpi.rules.said import Said
from stbpi.store import StoredMatch
from stbpi.table.course import Course, is_over
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.table.table import Table
from stbpi.table.view import TableView


def _seats_without(settings: Settings) -> dict[int, Said]:
    """The seats that the configuration gives the house and that it cannot take, each with why."""
    setup = MatchSetup(settings.game.rules, settings.game.players, "electronic", bytes(32))
    strengths = enumerate(map(house_strength, setup.players))
    why = {seat: Players().unable(setup, strength) for seat, strength in strengths if strength}
    return {seat: said for seat, said in why.items() if said is not None}


def unable(settings: Settings) -> Said | None:
    """Why the house cannot play on a seat that the configuration gives it; None where it can, and where it has none."""
    return next(iter(_seats_without(settings).values()), None)


def by_people(settings: Settings, faults: FaultBoard) -> Settings:
    """The settings to play by: where the house cannot play on its seats, people may sit there, and a fault says why."""
    without = _seats_without(settings)
    if not without:
        return settings
    faults.report("players", "no_house", Said.of(NO_HOUSE, why=next(iter(without.values()))))
    players = tuple(
        seat_name(seat) if seat in without else name for seat, name in enumerate(settings.game.players)
    )
    return replace(settings, game=replace(settings.game, players=players))


def keep(table: Table, found: StoredMatch, why: TableRefusal, faults: FaultBoard) -> None:
    """Keep the match of the journal where it cannot go on here, a fault until people give it up for another."""
    if found.started and not is_over(Course(found.setup, found.decisions, found.seen, None).match):
        table.keep()
        faults.report("match", "cannot_go_on", Said.of(CANNOT_GO_ON, why=why.said))


def told(view: TableView, faults: FaultBoard) -> None:
    """Another match has taken its place, or not yet."""
    if not view.kept:
        faults.report("match", "cannot_go_on", None)
