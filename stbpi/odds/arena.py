"""Matches between the house's players, by the hundred thousand, and what they come to.

>>> from stbpi.odds.arena import simulate
>>> from stbpi.rules import rule_set
>>> from stbpi.rules.strength import Strength
>>> played = simulate(rule_set("classic"), [Strength.PERFECT, Strength.RANDOM], 20_000, seed=1)
>>> [f"{seat.won.value:.2f}" for seat in played.seats]
['0.73', '0.27']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from stbpi.odds.company import Found
from stbpi.odds.errors import OddsError
from stbpi.odds.ledgers import Ledgers
from stbpi.odds.likely import FEW
from stbpi.odds.policy import best_policy
from stbpi.odds.rounds import NO_SCORE, Knows, Points, Round, Seat, Table, Watch, WholeTurns
from stbpi.odds.rows import Masks, Row, row
from stbpi.odds.single_throws import InCommon, InTurn, following
from stbpi.odds.tactics import Hand, hand
from stbpi.odds.tallies import Simulated, Tally
from stbpi.odds.together import plays_to_win
from stbpi.rules import MatchKind, Play, RuleSet
from stbpi.rules.strength import Strength

AT_ONCE = 1 << 14
"""Seats that are worked out together: more are no faster, and who waits hears less often how far it is."""

FEWEST_AT_ONCE = 1 << 9
"""Of long matches: with fewer, what NumPy takes for each step counts for more than the steps."""

TURNS_AT_ONCE = 1 << 18
"""Of matches whose rounds are counted: a fraction of a second."""

APART = range(1000, 10_001)
"""How few and how many matches are played apart, to say how even the figures are: else as many as are asked for."""

KEY_APART = (1 << 32) - 1
"""Where chance branches off to them: beyond every batch."""

MOST_ROUNDS = 10_000
"""Of a match that points end: as many as the rules let a match be set to."""

MOST_CELLS = 1 << 25
"""Of a table of every plan, position and throw: 64 MiB."""

KINDS: dict[Play, type[WholeTurns | InTurn | InCommon]] = {
    Play.UNTIL_BLOCKED: WholeTurns,
    Play.ONE_THROW: InTurn,
    Play.COMMON_THROW: InCommon,
}


def simulate(
    rules: RuleSet,
    players: Sequence[Strength],
    matches: int,
    seed: int,
    *,
    rounds: int = 1,
    told: Callable[[int], object] = lambda done: None,
    watch: Watch | None = None,
) -> Simulated:
    """Play so many matches; the same seed gives the same ones. ``rounds`` ends matches that only players would end.

    ``told`` hears after each batch how many matches are done. Raises :class:`stbpi.odds.errors.OddsError` for what
    the strengths cannot play, for a number of players or matches that cannot be, and for matches that points end
    when these do not within ``MOST_ROUNDS``.
    """
    _check(rules, players, matches)
    of = row(rules)
    _check_ends(of)
    seats = tuple(seat_of(of, strength, len(players)) for strength in players)
    apart, tally = Tally(of, players), Tally(of, players)
    at_once = max(1, _seats_at_once(rules, rounds) // len(players))

    def play(number: int, count: int, into: Tally, seen: Watch | None) -> None:
        source = np.random.SeedSequence(seed, spawn_key=(number,))
        batch = Batch(Table(of, seats, np.random.Generator(np.random.PCG64(source))), count, rounds, into)
        batch.play(seen)
        into.ended(batch.ledgers)

    promising = matches >= FEW
    if promising:
        play(KEY_APART, min(max(matches, APART[0]), APART[-1]), apart, None)
    for number, first in enumerate(range(0, matches, at_once)):
        count = min(at_once, matches - first)
        play(number, count, tally, watch)
        told(first + count)
    return tally.simulated(apart if promising else None)


def _seats_at_once(rules: RuleSet, rounds: int) -> int:
    """Seats that are worked out together, so that who waits hears of it every now and then."""
    known = {MatchKind.SINGLE: 1, MatchKind.ROUNDS: rules.rounds, MatchKind.OPEN: rounds}
    return max(FEWEST_AT_ONCE, min(AT_ONCE, TURNS_AT_ONCE // max(1, known.get(rules.match, 1))))


class Batch:
    """Some matches, played round by round."""

    def __init__(self, table: Table, matches: int, rounds: int, tally: Tally) -> None:
        self.matches = matches
        self.ledgers = Ledgers(table.row, matches, len(table.seats), rounds)
        self._table = table
        self._tally = tally

    def play(self, watch: Watch | None) -> None:
        """Until all are over."""
        rules, seats = self._table.row.rules, len(self._table.seats)
        active, starters = np.arange(self.matches), np.zeros(self.matches, dtype=np.int64)
        while len(active):
            self.ledgers.pay(active)
            taking_part = self.ledgers.seated[active]
            played = KINDS[rules.play](self._table, starters, taking_part, _renamed(watch, active))
            played.play()
            scores = multiplied(rules, played)
            self._tally.round(active, scores, played)
            on = self.ledgers.note(active, scores, played.shut)
            active = active[on]
            if len(active) and self.ledgers.finished >= MOST_ROUNDS:
                raise _endless(rules)
            starters = self._starters(starters[on], active, seats)

    def _starters(self, before: Masks, active: Masks, seats: int) -> Masks:
        rotates = self._table.row.rules.starter == "rotate"
        return following((before + rotates - 1) % seats, self.ledgers.seated[active])


def multiplied(rules: RuleSet, played: Round) -> Points:
    """The scores of a round, after what a shut makes of them."""
    times = rules.others_multiplier_on_shut
    if times == 1:
        return played.scores
    shut = played.shut.any(axis=1, keepdims=True)
    return np.where(shut & (played.scores != NO_SCORE), played.scores * times, played.scores)


def _renamed(watch: Watch | None, active: Masks) -> Watch | None:
    """Steps name the matches of the round; who watches wants those of the batch."""
    if watch is None:
        return None
    seen = watch
    return lambda step: seen(step._replace(matches=active[step.matches]))


def seat_of(of: Row, strength: Strength, players: int) -> Seat:
    """A seat among so many: the perfect player's plays to win where that is known, else for the lowest score."""
    winning = _to_win(of, players) if strength is Strength.PERFECT else None
    return winning or Seat(hand(of, strength))


@lru_cache(maxsize=4)
def _to_win(of: Row, players: int) -> Seat | None:
    """Who plays to win the round, with a plan for everything that can be found."""
    together = plays_to_win(of.rules, players)
    if together is None:
        return None
    found = together.all_found()
    if len(found) * (of.full + 1) * len(of.columns) > MOST_CELLS:
        return None
    return Seat(Hand(of, [best_policy(together.solution(one)) for one in found]), _knowing(found))


def _knowing(found: Sequence[Found]) -> Knows:
    """Finds the plan for what a player finds."""
    scores = np.unique([one.lowest for one in found])
    most = 1 + max(one.tied for one in found)
    plan_of = np.zeros((1 + max(one.coming for one in found), most, len(scores)), dtype=np.int64)
    for number, one in enumerate(found):
        # Where nobody has played yet, the lowest score may be any.
        place = np.searchsorted(scores, one.lowest) if one.tied else slice(None)
        plan_of[one.coming, one.tied, place] = number

    def knows(coming: Masks, lowest: Points, tied: Masks) -> Masks:
        plans: Masks = plan_of[coming, tied, np.searchsorted(scores, lowest)]
        return plans

    return knows


def _check(rules: RuleSet, players: Sequence[Strength], matches: int) -> None:
    if not rules.min_players <= len(players) <= rules.max_players:
        raise OddsError(
            f"{rules.name!r} is for {rules.min_players} to {rules.max_players} players, not {len(players)}."
        )
    if matches < 1:
        raise OddsError(f"{matches} matches cannot be played; play one at least.")


def _check_ends(of: Row) -> None:
    """Refuse what no match can reach in time, before any is played."""
    rules = of.rules
    wanted = rules.target if rules.match is MatchKind.TARGET else rules.eliminate_at
    highest = of.mechanics.score(of.mechanics.start) * rules.others_multiplier_on_shut
    if rules.match in (MatchKind.TARGET, MatchKind.OPEN) and wanted > highest * MOST_ROUNDS:
        raise _endless(rules)


def _endless(rules: RuleSet) -> OddsError:
    ends = [
        f"{axis} = {points}"
        for axis, points in (
            ("target", rules.target if rules.match is MatchKind.TARGET else 0),
            ("eliminate_at", rules.eliminate_at),
        )
        if points
    ]
    return OddsError(
        f"A match with {' and '.join(ends)} is not over after {MOST_ROUNDS} rounds of these players; "
        "choose fewer points or other players."
    )
