"""What the dice of all matches of a journal showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from stbpi.rules.actions import Decision, Redo, Roll, Undo
from stbpi.store.codec import SetupRow, decision_from_text, setup_from_row
from stbpi.store.errors import DamagedStore, StoreUnavailable
from stbpi.store.past import PastMatch, read_past
from stbpi.table.reports import DiceReport
from stbpi.table.setup import DiceSource


def thrown_dice(path: Path) -> tuple[DiceReport, ...]:
    """How often each face was thrown, by source and number of faces, those thrown most first.

    Throws that were taken back do not count: electronic ones come again as they were. Matches that are damaged are left
    out. Nothing where there is no journal, or none that can be read now.
    """
    try:
        matches = read_past(path)
    except (StoreUnavailable, DamagedStore):
        return ()
    counts: dict[tuple[DiceSource, int], Counter[int]] = {}
    for match in matches:
        try:
            source, sides, dice = _thrown_in(match)
        except DamagedStore:
            continue
        counts.setdefault((source, sides), Counter()).update(dice)
    reports = [
        DiceReport(source, tuple(counter[face] for face in range(1, sides + 1)))
        for (source, sides), counter in counts.items()
        if counter
    ]
    return tuple(sorted(reports, key=lambda report: -report.dice))


def _thrown_in(match: PastMatch) -> tuple[DiceSource, int, list[int]]:
    _, _, rules, players, dice_source, secret, total, *_ = match.row
    setup = setup_from_row(SetupRow(rules, players, dice_source, secret, total), f"match {match.match_id}")
    decisions = (decision_from_text(text) for _, text, _ in match.decision_rows)
    dice = [pips for roll in _standing(decisions) for pips in roll.dice]
    return setup.dice_source, setup.rules.die_sides, dice


def _standing(decisions: Iterable[Decision]) -> Iterator[Roll]:
    """The throws that stand once everything taken back is gone. Nothing is played: that would take long for a year."""
    done: list[Decision] = []
    undone: list[Decision] = []
    for decision in decisions:
        match decision:
            case Undo():
                undone += done[-1:]
                del done[-1:]
            case Redo():
                done += undone[-1:]
                del undone[-1:]
            case _:
                done.append(decision)
                undone.clear()
    return (decision for decision in done if isinstance(decision, Roll))
