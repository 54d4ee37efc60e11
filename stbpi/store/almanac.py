"""What matches come to together: records of the house, the evening, players, and how scores are spread.

Matches are given in the order of their numbers. Wall-clock times only tell which evening a match belongs to; a clock
that jumped moves matches to another evening and changes no record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from stbpi.rules.players import number_in
from stbpi.table.played import Best, Ending, GameKind, Past, PlayedMatch

EVENING_BEGINS = timedelta(hours=12)
"""An evening goes from noon to noon: a pub closes after midnight."""

SHOWN_LAST = 3
"""What fits on one small screen."""

SHOWN_TONIGHT = 50
"""Matches of an evening that a page lists: more than are played in one."""

Score = tuple[PlayedMatch, int, int]
"""A match, a seat, and what that player noted in one of its rounds."""


def evening_of(wall_time: float) -> date | None:
    """The day on whose noon an evening began, by local time; None for a clock that says what is no date."""
    try:
        return (datetime.fromtimestamp(wall_time) - EVENING_BEGINS).date()
    except (ValueError, OverflowError, OSError):
        return None


def of_the_evening(matches: Iterable[PlayedMatch], now: float) -> tuple[PlayedMatch, ...]:
    """The matches of the evening that ``now`` is in."""
    evening = evening_of(now)
    return tuple(match for match in matches if evening is not None and evening_of(match.began_at) == evening)


def scores_of(matches: Iterable[PlayedMatch]) -> Iterator[Score]:
    """Every score that was noted in a round played to its end, in order."""
    for match in matches:
        for scores in match.rounds:
            for seat, score in enumerate(scores):
                if score is not None:
                    yield match, seat, score


def best_of(matches: Iterable[PlayedMatch]) -> Best | None:
    """The lowest score of one round, and who has it; None where none was noted. All of one kind of game."""
    best: Best | None = None
    for match, seat, score in scores_of(matches):
        player = match.players[seat]
        if best is None or score < best.score:
            best = Best(score, (player,), 1, match.match_id)
        elif score == best.score:
            players = best.players if player in best.players else (*best.players, player)
            best = Best(score, players, best.times + 1, best.match_id)
    return best


def best_of_both(earlier: Best | None, later: Best | None) -> Best | None:
    """The better of two, of matches before others."""
    if earlier is None or later is None:
        return earlier or later
    if earlier.score != later.score:
        return min(earlier, later, key=lambda best: best.score)
    players = earlier.players + tuple(name for name in later.players if name not in earlier.players)
    return Best(earlier.score, players, earlier.times + later.times, earlier.match_id)


def past_of(matches: Sequence[PlayedMatch], kind: GameKind, now: float, before: Best | None = None) -> Past:
    """What is shown between matches while this kind of game is prepared; ``before`` is the best of matches of this
    kind before these.
    """
    over = [match for match in matches if match.over]
    alike = [match for match in matches if match.kind == kind]
    return Past(
        house=best_of_both(before, best_of(alike)),
        today=best_of(of_the_evening(alike, now)),
        tonight=of_the_evening(over, now)[: -SHOWN_TONIGHT - 1 : -1],
        last=tuple(over[: -SHOWN_LAST - 1 : -1]),
    )


@dataclass(frozen=True, slots=True)
class KindFigures:
    """One kind of game: how often it was played, and how the scores of its rounds are spread."""

    kind: GameKind
    endings: dict[Ending, int]
    best: Best | None
    spread: dict[int, int]
    """How often each score was noted, lowest first."""
    newest: int
    """The number of the last match of this kind."""

    @property
    def matches(self) -> int:
        """How many matches, however they ended."""
        return sum(self.endings.values())

    @property
    def scores(self) -> int:
        """How many scores were noted."""
        return sum(self.spread.values())

    @property
    def shut(self) -> int:
        """How often somebody closed the last flap."""
        return self.spread.get(0, 0)

    @property
    def average(self) -> float | None:
        """The mean score of a round; scores read as digits may be too long for it to say much."""
        return (
            sum(score * times for score, times in self.spread.items()) / self.scores if self.scores else None
        )


def figures_of_kinds(matches: Iterable[PlayedMatch]) -> tuple[KindFigures, ...]:
    """Every kind of game that was played, the most played first."""
    by_kind: dict[GameKind, list[PlayedMatch]] = {}
    for match in matches:
        by_kind.setdefault(match.kind, []).append(match)
    figures = [
        KindFigures(
            kind,
            dict(Counter(match.ending for match in alike)),
            best_of(alike),
            dict(sorted(Counter(score for _, _, score in scores_of(alike)).items())),
            alike[-1].match_id,
        )
        for kind, alike in by_kind.items()
    ]
    return tuple(sorted(figures, key=lambda one: -one.matches))


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player, known by name. ``balance`` is won minus paid, in smallest money units."""

    name: str
    matches: int
    """Those that are over."""
    won: int
    rounds: int
    shut: int
    balance: int


def figures_of_players(matches: Iterable[PlayedMatch]) -> tuple[PlayerFigures, ...]:
    """Everybody who gave a name, most matches first. Who is only called by a seat is nobody in particular.

    Counts matches that are over, and the rounds of all.
    """
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    rounds: Counter[str] = Counter()
    shut: Counter[str] = Counter()
    balance: Counter[str] = Counter()
    names: dict[str, None] = {}
    for match in matches:
        for seat, name in enumerate(match.players):
            names.setdefault(name)
            scores = [scores[seat] for scores in match.rounds if scores[seat] is not None]
            rounds[name] += len(scores)
            shut[name] += scores.count(0)
            balance[name] += match.balances[seat]
            if match.over:
                played[name] += 1
                won[name] += seat in match.winners
    figures = [
        PlayerFigures(name, played[name], won[name], rounds[name], shut[name], balance[name])
        for name in names
        if name.strip() and number_in(name) is None
    ]
    return tuple(sorted(figures, key=lambda one: (-one.matches, -one.won)))
