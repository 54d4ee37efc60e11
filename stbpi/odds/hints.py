"""What each legal answer in a match is worth, and each number of dice, as pure functions of the match."""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.odds.duel import MOST_DUEL_FLAPS, can_duel, duel
from stbpi.odds.goals import LOWEST_SCORE, SHUT
from stbpi.odds.solution import Answer, Solution
from stbpi.odds.solving import solve
from stbpi.odds.winning import to_win_on_own_row
from stbpi.rules import Match, Phase, Status


@dataclass(frozen=True, slots=True)
class Worth:
    """The best that can still come of something, played for each of these alone.

    ``win_probability`` is that of the round, a tie counting half, where two play whole turns one after the other, or
    race on rows of their own with little enough left, or the other has noted a score there; else None.
    """

    expected_score: float
    shut_probability: float
    win_probability: float | None


@dataclass(frozen=True, slots=True)
class Hint:
    """One way to answer the throw. Closing nothing is throwing again."""

    close: tuple[int, ...]
    again: bool
    worth: Worth


@dataclass(frozen=True, slots=True)
class DiceHint:
    """One number of dice that may be thrown."""

    dice: int
    worth: Worth


def hints(match: Match, player: int | None = None, *, winning: bool = True) -> tuple[Hint, ...]:
    """Every legal answer to the throw, the lowest expected score first; none where there is nothing to answer.

    ``player`` as in :meth:`Match.legal_moves`. Without ``winning`` the chances to win are left out, which have to be
    solved for every score there is. Raises :class:`stbpi.odds.errors.OddsError` for rows too long.
    """
    seat = match.player if player is None else player
    if match.phase is not Phase.CLOSE or seat is None or seat not in match.waiting_for:
        return ()
    opened, passes = match.open_flaps(seat), match.passes(seat)

    def answers(solution: Solution) -> dict[tuple[int, ...], Answer]:
        return {one.close: one for one in solution.answers(opened, match.dice, passes)}

    points, shut = answers(solve(match.rules, LOWEST_SCORE)), answers(solve(match.rules, SHUT))
    beating = to_win(match, seat) if winning else None
    won = {} if beating is None else answers(beating)
    return tuple(
        Hint(
            close,
            one.again,
            Worth(one.worth, shut[close].worth, chance_of(won[close].worth) if won else None),
        )
        for close, one in points.items()
    )


def dice_hints(match: Match, *, winning: bool = True) -> tuple[DiceHint, ...]:
    """Every number of dice that may be thrown now, for the thrower; none where no throw is due.

    ``winning`` as in :func:`hints`.
    """
    seat = match.player
    if match.phase is not Phase.ROLL or seat is None:
        return ()
    opened, passes = match.open_flaps(seat), match.passes(seat)
    points, shut = solve(match.rules, LOWEST_SCORE), solve(match.rules, SHUT)
    beating = to_win(match, seat) if winning else None

    def worth(count: int) -> Worth:
        won = None if beating is None else chance_of(beating.throwing(opened, count, passes))
        return Worth(points.throwing(opened, count, passes), shut.throwing(opened, count, passes), won)

    return tuple(DiceHint(count, worth(count)) for count in match.dice_choices)


def to_win(match: Match, player: int) -> Solution | None:
    """How this player wins the round, in stakes without more for a shut; None where that is not known exactly."""
    if len(match.players) != 2:
        return None
    other = 1 - player
    if match.status(player) is not Status.PLAYING:
        return None
    if match.round_scores[other] is None and not match.in_match(other):
        # Who has left with a score noted can still win the round by it; who left before it is beaten already.
        return None
    if not can_duel(match.rules) or len(match.rules.flaps) > MOST_DUEL_FLAPS:
        return to_win_on_own_row(match, player)
    solved = duel(match.rules)
    noted = match.round_scores[other]
    return solved.first if noted is None else solved.second.get(noted)


def chance_of(stakes: float) -> float:
    """The chance to win, a tie counting half, of what is won on average when nothing is worth more than a stake."""
    return (stakes + 1.0) / 2.0
