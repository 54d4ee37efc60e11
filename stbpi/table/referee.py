"""Compares the flaps of the tray with the match and says everything in which they differ.

Pure: a position is reported, never refused. A row is the flaps the set uses on the side of one player; on a
shared row that is side 0, where only the flaps of the player who is to act mean anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from stbpi.rules import Match, Phase, Status
from stbpi.table.events import FlapRef
from stbpi.table.house import NOBODY, Answers
from stbpi.table.picture import Picture
from stbpi.table.prompts import Item, PromptCode


@dataclass(frozen=True, slots=True)
class Row:
    """One player's flaps: where they are, which the match has open and which it has closed."""

    player: int
    side: int
    open: frozenset[int]
    closed: frozenset[int]

    def refs(self, flaps: Iterable[int]) -> tuple[FlapRef, ...]:
        """Flap numbers of this row as flaps of the tray, in the order given."""
        return tuple(FlapRef(self.side, flap) for flap in flaps)

    def doubted(self, picture: Picture) -> frozenset[int]:
        """The numbers on this side whose switches are not believed."""
        return frozenset(flap.flap for flap in picture.doubted if flap.side == self.side)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player who is to act has done so far about the throw.

    ``reopen`` are the fewest flaps to raise so that ``kept`` can still become a legal answer, the latest
    closed first; ``again`` those of earlier answers that stand open. ``complete`` is the legal answer that
    stands, of which ``assumed`` cannot be seen because those switches are not believed; ``more`` could be
    added to it, and ``otherwise`` are the flaps to close for other answers than one with those assumed.
    It is time to ask about the flaps ``assumed`` while that is ``in_question``: not before anybody has moved a flap, if
    one that can be seen may be. ``remaining`` counts the pips still to close, None where that depends on the answer
    chosen. ``house`` is the one answer that the house has chosen, () for throwing again; None where people choose.
    """

    row: Row
    kept: frozenset[int]
    reopen: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    complete: tuple[int, ...] | None = None
    assumed: tuple[int, ...] = ()
    more: tuple[int, ...] = ()
    otherwise: tuple[int, ...] = ()
    in_question: bool = False
    remaining: int | None = None
    house: tuple[int, ...] | None = None

    @property
    def to_close(self) -> tuple[int, ...]:
        """What people have still to close for the house."""
        return tuple(flap for flap in self.house or () if flap not in self.kept)

    @property
    def final(self) -> bool:
        """Whether the answer stands, is all seen, and nothing legal could be added."""
        return self.complete is not None and not self.assumed and not self.more


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answers of those who are to act, in seat order, and everything that has to be put right first."""

    answers: tuple[Answer, ...]
    complaints: tuple[Item, ...]


def rows_in_play(match: Match, seated: Sequence[int] = ()) -> tuple[Row, ...]:
    """The rows that are judged: on a shared row the acting player's, else of everyone who is not out.

    ``seated`` has the side of each seat, () where that is its number.
    """
    rules = match.rules
    if rules.rows == "shared":
        return tuple(_row(match, player, 0) for player in match.waiting_for[:1])
    seats = range(len(match.round_scores))
    return tuple(
        _row(match, seat, seated[seat] if seated else seat)
        for seat in seats
        if match.status(seat) != Status.OUT
    )


def _row(match: Match, player: int, side: int) -> Row:
    return _row_of(player, side, match.open_flaps(player), match.rules.flaps)


@lru_cache(maxsize=256)
def _row_of(player: int, side: int, opened: tuple[int, ...], flaps: tuple[int, ...]) -> Row:
    """The same rows are judged over and over while people move flaps."""
    return Row(player, side, frozenset(opened), frozenset(flaps).difference(opened))


@lru_cache(maxsize=256)
def whole_row(side: int, flaps: tuple[int, ...]) -> frozenset[FlapRef]:
    """Flap numbers of a side as flaps of the tray, whichever of them are open."""
    return frozenset(FlapRef(side, flap) for flap in flaps)


def at_start(match: Match) -> bool:
    """Whether the next throw is the first to meet the flaps as the set starts."""
    if match.phase != Phase.ROLL:
        return False
    closed = frozenset(match.rules.closed_at_start)
    return all(row.closed == closed for row in rows_in_play(match))


def judge(match: Match, picture: Picture, house: Answers = NOBODY) -> Judgement:
    """The tray against a match in phase ``roll`` or ``close``: the answers, and everything wrong.

    Of those whom the ``house`` plays nothing is taken but what it has chosen.
    """
    answers: list[Answer] = []
    complaints: list[Item] = []
    for row in rows_in_play(match, picture.seated):
        if row.player in match.waiting_for:
            answer = _answer(match, row, picture, house.get(row.player))
            answers.append(answer)
            if answer.again:
                again = row.refs(answer.again)
                complaints.append(Item(code=PromptCode.CLOSE_AGAIN, player=row.player, flaps=again))
            if answer.reopen:
                reopen = row.refs(answer.reopen)
                complaints.append(
                    Item(code=PromptCode.REOPEN, player=row.player, flaps=reopen, remaining=answer.remaining)
                )
        else:
            complaints += _differences(PromptCode.NOT_YOUR_SIDE, row, picture)
    return Judgement(tuple(answers), tuple(complaints))


def judge_exactly(match: Match, picture: Picture) -> tuple[Item, ...]:
    """What has to move until the tray stands as the match has it, pending flaps included."""
    return tuple(
        item
        for row in rows_in_play(match, picture.seated)
        for item in _differences(PromptCode.RESUME, row, picture)
    )


def judge_start(match: Match, picture: Picture) -> tuple[Item, ...]:
    """What has to move until the tray stands as the set starts, flaps the set does not use included."""
    closed = frozenset(match.rules.closed_at_start)
    items: list[Item] = []
    for row in rows_in_play(match, picture.seated):
        believed = picture.closed[row.side] - row.doubted(picture)
        rise = sorted(believed - closed)
        fall = sorted(closed - picture.closed[row.side] - row.doubted(picture))
        if rise or fall:
            items.append(
                Item(
                    code=PromptCode.RAISE_FLAPS, player=row.player, flaps=row.refs(rise), close=row.refs(fall)
                )
            )
    return tuple(items)


def as_resume(complaints: Iterable[Item]) -> tuple[Item, ...]:
    """Complaints told to people who come back to a tray that has been moved: raise these, close those."""
    rise: dict[int | None, list[FlapRef]] = {}
    fall: dict[int | None, list[FlapRef]] = {}
    for item in complaints:
        up, down = (
            (item.close, item.flaps) if item.code is PromptCode.CLOSE_AGAIN else (item.flaps, item.close)
        )
        rise.setdefault(item.player, []).extend(up)
        fall.setdefault(item.player, []).extend(down)
    return tuple(
        Item(code=PromptCode.RESUME, player=player, flaps=tuple(rise[player]), close=tuple(fall[player]))
        for player in rise
    )


def _differences(code: PromptCode, row: Row, picture: Picture) -> list[Item]:
    """One item naming what of this row to raise and what to close, or none."""
    doubted = row.doubted(picture)
    seen = picture.closed[row.side]
    rise = row.refs(sorted((seen & row.open) - doubted))
    fall = row.refs(sorted(row.closed - seen - doubted))
    return [Item(code=code, player=row.player, flaps=rise, close=fall)] if rise or fall else []


def _answer(match: Match, row: Row, picture: Picture, house: tuple[int, ...] | None) -> Answer:
    doubted = row.doubted(picture)
    seen = picture.closed[row.side]
    pending = (seen & row.open) - doubted
    again = tuple(sorted(row.closed - seen - doubted))
    legal: tuple[frozenset[int], ...] = ()
    if match.phase == Phase.CLOSE:
        moves = match.legal_moves(row.player) if house is None else (house,) if house else ()
        legal = tuple(frozenset(move) for move in moves)
    reopen = _fewest_to_reopen(row, pending, legal, picture)
    kept = pending.difference(reopen)
    possible = [move for move in legal if kept <= move]
    left = {sum(move - kept) for move in possible}
    complete = _complete(kept, possible, doubted)
    remaining = left.pop() if len(left) == 1 else None
    if complete is None:
        return Answer(row, kept, reopen, again, remaining=remaining, house=house)
    assumed = complete - kept
    otherwise = frozenset[int]().union(*(move - kept - doubted for move in possible)) if assumed else ()
    more = frozenset[int]().union(*(move - complete for move in possible if complete < move))
    return Answer(
        row,
        kept,
        reopen,
        again,
        tuple(sorted(complete)),
        tuple(sorted(assumed)),
        tuple(sorted(more)),
        tuple(sorted(otherwise)),
        bool(assumed) and (bool(kept) or not otherwise or row.side in picture.touched),
        remaining if assumed else 0,
        house,
    )


def _complete(
    kept: frozenset[int], possible: list[frozenset[int]], doubted: frozenset[int]
) -> frozenset[int] | None:
    """The legal answer that stands: with as few flaps as can be that are only assumed to be closed."""
    standing = [move for move in possible if move - doubted == kept - doubted]
    return min(standing, key=lambda move: (len(move), sorted(move)), default=None)


def _fewest_to_reopen(
    row: Row, pending: frozenset[int], legal: tuple[frozenset[int], ...], picture: Picture
) -> tuple[int, ...]:
    """The fewest pending flaps to raise so that the rest may be answered with; of equals the latest."""

    def order(flap: int) -> int:
        return picture.order.get(FlapRef(row.side, flap), 0)

    def latest_first(flaps: frozenset[int]) -> list[int]:
        return sorted(flaps, key=lambda flap: (order(flap), flap), reverse=True)

    choices = {pending - move for move in legal} or {pending}
    best = min(
        choices, key=lambda flaps: (len(flaps), [(-order(flap), -flap) for flap in latest_first(flaps)])
    )
    return tuple(latest_first(best))
