"""How a player of a match wins the round, exactly, where that decides the match and can be worked out in time.

On a row that is shared whoever plays knows what is to be beaten and how those to come will play. Where each has a row
of their own, it is known of two what is left of their race, and of who is left alone what there is to beat. All of it
follows from the match alone: asked again, after a restart too, it is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from stbpi.odds.company import Company, Found, gathered
from stbpi.odds.duel import MOST_DUEL_FLAPS, can_duel
from stbpi.odds.goals import Floats, Goal, Scores
from stbpi.odds.race import MOST_FLAPS, Race, can_race, race, rest_of_race
from stbpi.odds.rows import row
from stbpi.odds.solution import Solution
from stbpi.odds.solving import solve
from stbpi.odds.together import round_decides, worth_of_a_shut
from stbpi.rules import Match, Phase, Rows, RuleSet, Status

MOST_CELLS = 12_000_000
"""Ways to find a round, times positions, times throws: three players of twelve flaps, eight of nine. Measured at 0.6 s
of a desktop's core, ten times that on a Pi Zero 2; it is begun while people sit down."""

MOST_PAIRS = 1 << 18
"""Pairs of positions of two rows, for each count of passes: nine flaps each. Measured at 0.1 s of a desktop's core."""

MOST_LEFT = 1 << 16
"""The same of what is left of a race between rows that have come apart, in the middle of a match: seven flaps each
where each may pass once, eight where nobody may. Measured at 0.4 s."""

Opened = tuple[tuple[int, ...], tuple[int, ...]]


def to_win(match: Match, seat: int) -> Solution | None:
    """How this seat wins the round; None where that does not decide the match, or is not known in time.

    Takes its time unless :func:`get_ready` has been asked for it.
    """
    together = _together(match, seat)
    if together is not None:
        return together[0].solution(together[1])
    racing = _racing(match)
    if racing is not None:
        return _raced(match.rules, racing, worth_of_a_shut(match.rules)).to_win(match, seat)
    return _against_scores(match, seat)


def to_win_on_own_row(match: Match, seat: int) -> Solution | None:
    """How one of two with a row each wins the round, nothing being worth more than a stake; whatever decides the match.

    None where that is not known in time: little enough must be left of their race, or the other have noted a score.
    """
    rules, other = match.rules, 1 - seat
    if len(match.players) != 2 or rules.rows is not Rows.OWN or not rules.out_after:
        return None
    noted = match.round_scores[other]
    if noted is not None:
        return solve(rules, _to_beat(noted, 1, 2, 1))
    opened = _left_to_race(match)
    return None if opened is None else _raced(rules, opened, 1).to_win(match, seat)


def get_ready(match: Match, seat: int) -> None:
    """Work out whatever :func:`to_win` takes long for, now or when this seat's turn comes."""
    together = _together(match, seat)
    if together is not None:
        together[0].get_ready(together[1])
    elif (racing := _racing(match)) is not None:
        _raced(match.rules, racing, worth_of_a_shut(match.rules))


def _together(match: Match, seat: int) -> tuple[Company, Found] | None:
    """Everybody on the shared row, and how this seat finds the round, or will if nobody scores as low meanwhile."""
    rules = match.rules
    if not (round_decides(rules) and can_duel(rules)) or len(row(rules).flaps) > MOST_DUEL_FLAPS:
        return None
    others = [other for other in range(len(match.players)) if other != seat]
    noted = [score for other in others if (score := match.round_scores[other]) is not None]
    playing = [other for other in others if match.status(other) in (Status.WAITING, Status.PLAYING)]
    if not (noted or playing):
        return None
    after = _after(match, seat)
    coming = sum(other in after for other in playing)
    company = gathered(rules, 1 + len(noted) + len(playing), worth_of_a_shut(rules))
    lowest = min(noted, default=0)
    tied = noted.count(lowest)
    if coming < len(playing) and not tied:
        # Somebody plays before this seat.
        tied = 1
    found = Found(coming, lowest, tied)
    cells = (1 + company.needed(found)) * (company.row.full + 1) * len(company.row.columns)
    return (company, found) if cells <= MOST_CELLS else None


def _after(match: Match, seat: int) -> frozenset[int]:
    """Who plays after this seat in the round, as far as they have not played."""
    seats = len(match.players)
    now = match.player
    if now is None or now == seat:
        return frozenset(range(seats)) - {seat}
    order = [(now + step) % seats for step in range(seats)]
    return frozenset(order[order.index(seat) + 1 :])


def _racing(match: Match) -> Opened | None:
    """What two have open whose race decides the match, by seat, where what is left of it is little enough."""
    return _left_to_race(match) if round_decides(match.rules) else None


def _left_to_race(match: Match) -> Opened | None:
    """What two have open who race for the round, by seat, where what is left of it is little enough."""
    rules = match.rules
    if len(match.players) != 2 or not can_race(rules) or rules.first_throw_closes:
        return None
    if match.phase not in (Phase.ROLL, Phase.CLOSE):
        return None
    if any(match.status(seat) is not Status.PLAYING for seat in range(2)):
        return None
    opened = (match.open_flaps(0), match.open_flaps(1))
    left = 1 << len(opened[0]) + len(opened[1])
    passes = max(1, rules.out_after) ** 2
    most = MOST_PAIRS if _whole(rules) else MOST_LEFT
    return opened if left * passes <= most and max(map(len, opened)) <= MOST_FLAPS else None


def _whole(rules: RuleSet) -> bool:
    """Whether all of a race is known."""
    return (1 << 2 * len(row(rules).flaps)) * max(1, rules.out_after) ** 2 <= MOST_PAIRS


@dataclass(slots=True)
class _Races:
    """The last that was solved of a race between rows that have come apart."""

    race: Race | None = None


@lru_cache(maxsize=2)
def _rests(rules: RuleSet, multiplier: int) -> _Races:
    return _Races()


def _known(rules: RuleSet, opened: Opened, multiplier: int) -> Race | None:
    """A race that these positions are part of, where it has been solved."""
    last = _rests(rules, multiplier).race
    if last is None:
        return None
    inside = all(set(flaps) <= set(of.flaps) for flaps, of in zip(opened, last.rows, strict=True))
    return last if inside else None


def _raced(rules: RuleSet, opened: Opened, multiplier: int) -> Race:
    known = _known(rules, opened, multiplier)
    if known is None:
        known = race(rules, multiplier) if _whole(rules) else rest_of_race(rules, opened, multiplier)
        _rests(rules, multiplier).race = known
    return known


def _against_scores(match: Match, seat: int) -> Solution | None:
    """Who is the last to play, or left alone on a row, the others having noted their scores."""
    rules = match.rules
    if not rules.out_after:
        return None
    others = [other for other in range(len(match.players)) if other != seat]
    noted = [score for other in others if (score := match.round_scores[other]) is not None]
    playing = any(match.status(other) in (Status.PLAYING, Status.WAITING) for other in others)
    if playing or not noted or not round_decides(rules):
        return None
    lowest = min(noted)
    return solve(rules, _to_beat(lowest, noted.count(lowest), 1 + len(noted), worth_of_a_shut(rules)))


@lru_cache(maxsize=16)
def _to_beat(lowest: int, tied: int, players: int, multiplier: int) -> Goal:
    """What a last score is worth in stakes, where so many share the lowest of the others."""

    def worth(final: Scores) -> Floats:
        more = np.where((final == 0) | (lowest == 0), multiplier - 1, 0)
        alone = players - 1.0 + more * (players - 1)
        shared = (players + more * (players - tied - 1)) / (tied + 1) - 1.0
        return np.where(final < lowest, alone, np.where(final == lowest, shared, -1.0 - more))

    return Goal(f"to_beat_{lowest}", worth)
