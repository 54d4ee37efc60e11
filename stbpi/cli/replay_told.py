"""What came of a match round by round, and of its dice, as people read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stbpi.cli.figures import player
from stbpi.cli.results import shown
from stbpi.locale.lists import listed
from stbpi.rules.names import set_name, variant_name
from stbpi.rules.news import Corrected, Left, RoundEnded
from stbpi.table.dice_check import Verdict
from stbpi.table.menu_course import REASON

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.rules import Match
    from stbpi.rules.record import Record
    from stbpi.table.dice_check import DiceCheck


def told(record: Record, messages: NullTranslations) -> Iterator[str]:
    """The lines that tell how each round and the match ended, or how far it has come."""
    _ = messages.gettext
    names = [player(name, messages) for name in record.players]
    rules = record.rules
    sets = (set_name(rules.name, _), *(variant_name(each, _) for each in rules.variants))
    yield _("{name}: {what}").format(name=" + ".join(map(shown, sets)), what=", ".join(names))
    for match in record.history().matches:
        for piece in match.news:
            if isinstance(piece, Corrected):
                yield _corrected(names[piece.player], piece.points, piece.reason, messages)
            elif isinstance(piece, Left):
                yield _("{name} leaves").format(name=names[piece.player])
            elif isinstance(piece, RoundEnded):
                yield _("round {number}").format(number=match.round)
                rows = [
                    [
                        *_place(row.rank, names[row.player]),
                        _points(match.round_scores[row.player]),
                        _points(row.total),
                    ]
                    for row in match.standings
                ]
                yield from _aligned(match, [["", "", _("score"), _("total")], *rows], messages)
    yield from _end(record.match, names, messages)


def _corrected(name: str, points: int, reason: str, messages: NullTranslations) -> str:
    _ = messages.gettext
    if reason == REASON:
        # The menu's own words, which a record has in English whoever wrote it.
        return _("{name} corrected by {points} at the table").format(name=name, points=f"{points:+}")
    sentence = _("{name} corrected by {points}: {reason}")
    return sentence.format(name=name, points=f"{points:+}", reason=shown(reason))


def _end(match: Match, names: Sequence[str], messages: NullTranslations) -> Iterator[str]:
    _ = messages.gettext
    if match.phase != "match_over":
        over = match.phase == "round_over"
        sentence = (
            _("round {number} is over, the match is not") if over else _("round {number} is being played")
        )
        yield sentence.format(number=match.round)
        return
    yield _("end of the match")
    rows = [[*_place(row.rank, names[row.player]), _points(row.total)] for row in match.standings]
    yield from _aligned(match, [["", "", _("total")], *rows], messages)
    winners = listed([names[seat] for seat in match.winners], messages)
    yield _("won by {names}").format(names=winners) if winners else _("won by nobody")


def _place(rank: int, name: str) -> tuple[str, str]:
    return str(rank), name


def _aligned(match: Match, rows: list[list[str]], messages: NullTranslations) -> Iterator[str]:
    """A head and a row for each of the standings in columns: the second, the names, to the left, others right."""
    if match.rules.stake:
        balances = [f"{match.balances[row.player]:+}" for row in match.standings]
        heads = [messages.gettext("balance"), *balances]
        rows = [[*cells, last] for cells, last in zip(rows, heads, strict=True)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if place == 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"  {'  '.join(cells)}".rstrip()


def _points(score: int | None) -> str:
    return "-" if score is None else str(score)


def dice_told(
    check: DiceCheck, commitment: str | None, told_before: tuple[int, int] | None, messages: NullTranslations
) -> Iterator[str]:
    """The lines about the dice; ``told_before`` is the line and column where the match went on with its secret told."""
    _ = messages.gettext
    if check.verdict is Verdict.WRONG:
        yield _("wrong dice")
    elif check.findings:
        yield _("unproven dice")
    else:
        honest = messages.ngettext(
            "honest dice: the {n} throw follows from the secret, and the secret is the one that was committed to:",
            "honest dice: all {n} throws follow from the secret, and the secret is the one that was committed to:",
            check.throws,
        )
        yield honest.format(n=check.throws)
        yield f"  {commitment}"
        if told_before is not None:
            line, column = told_before
            yield _(
                "the match went on after it had been over once and the secret told: who looked could know the throws "
                "from line {line}, column {column} on"
            ).format(line=line, column=column)
