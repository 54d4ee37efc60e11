"""Hints while a match is played: worked out beside the game, once for everybody who asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

from stbpi.config.settings import HINTS
from stbpi.rules import Match, Phase, RuleSet, Scoring
from stbpi.rules.said import Said
from stbpi.web.advice import (
    NEVER_OUT,
    NO_ADVICE,
    NO_NUMPY,
    NOT_ALLOWED,
    NOT_FOR_MONEY,
    TOO_LONG,
    Advice,
    AnswerWorth,
    DiceWorth,
    NoAdviceError,
    SeatAdvice,
    Worth,
)

NEVER, WITHOUT_STAKES, ALWAYS = HINTS

MOST_FLAPS = 18
"""Open at the start. Measured with four dice: 0.6 s of a desktop's core and 12 MiB beside NumPy's 14; a Pi Zero 2, some
ten times slower and with 512 MiB for everything, takes seconds. Each flap more doubles both.
"""

MOST_SCORES = 512
"""Different scores to beat, each of which is solved for: nine flaps read as digits. Twelve took 6 s and 150 MiB."""


class Adviser:
    """Gives hints where ``allowed`` (one of ``HINTS``) says so.

    NumPy comes in with the first question, on a thread of its own, so that the game never waits. However many ask
    about one position, it is worked out once; what has been solved of a rule set is kept (``stbpi.odds``).
    """

    def __init__(self, allowed: str, work: Callable[[Match], Advice] | None = None) -> None:
        """``work`` is what a position costs; given only to see how often it is done."""
        self._allowed = allowed
        self._work = work or advise
        self._able = work is not None or available()
        self._thread: ThreadPoolExecutor | None = None
        self._asked: tuple[Match, asyncio.Future[Advice]] | None = None

    def may(self, rules: RuleSet) -> bool:
        """Whether hints are given for a match with these rules: allowed, and what works them out is installed."""
        return self._able and self._may_be_given(rules)

    def _may_be_given(self, rules: RuleSet) -> bool:
        return self._allowed == ALWAYS or (self._allowed == WITHOUT_STAKES and not rules.stake)

    async def advise(self, match: Match | None, rules: RuleSet) -> Advice:
        """What everybody's answers are worth now. Raises NoAdviceError where hints are not given."""
        if not self._may_be_given(rules):
            for_money = self._allowed == WITHOUT_STAKES
            raise NoAdviceError("hints_not_allowed", Said.of(NOT_FOR_MONEY if for_money else NOT_ALLOWED))
        check(rules)
        if not self._able:
            raise NoAdviceError("no_numpy", Said.of(NO_NUMPY))
        if match is None or match.phase not in (Phase.ROLL, Phase.CLOSE):
            return NO_ADVICE
        if self._asked is None or self._asked[0] != match:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="adviser")
            loop = asyncio.get_running_loop()
            self._asked = match, loop.run_in_executor(self._thread, self._work, match)
        # Whoever goes away meanwhile does not take the answer from the others.
        return await asyncio.shield(self._asked[1])

    def close(self) -> None:
        """Work nothing more out, and wait for nothing."""
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)


def available() -> bool:
    """Whether NumPy is installed; it is not read in for that."""
    return find_spec("numpy") is not None


def check(rules: RuleSet) -> None:
    """Refuse what would take too much, or has nothing to tell. Raises NoAdviceError."""
    flaps = len(set(rules.flaps).difference(rules.closed_at_start))
    if flaps > MOST_FLAPS:
        raise NoAdviceError("row_too_long", Said.of(TOO_LONG, most=MOST_FLAPS, flaps=flaps))
    if not rules.out_after:
        raise NoAdviceError("never_out", Said.of(NEVER_OUT))


def advise(match: Match) -> Advice:
    """Hints for everybody who is to act. Takes its time: up to seconds for a rule set that is asked about first."""
    try:
        from stbpi.odds import hints
    except ImportError as error:
        raise NoAdviceError("no_numpy", Said.of(NO_NUMPY)) from error

    def seen(worth: hints.Worth) -> Worth:
        return Worth(worth.expected_score, worth.shut_probability, worth.win_probability)

    winning = scores_of(match.rules) <= MOST_SCORES
    thrower = match.player
    seats = tuple(
        SeatAdvice(
            seat,
            tuple(
                AnswerWorth(one.close, one.again, seen(one.worth))
                for one in hints.hints(match, seat, winning=winning)
            ),
            tuple(
                DiceWorth(one.dice, seen(one.worth))
                for one in (hints.dice_hints(match, winning=winning) if seat == thrower else ())
            ),
        )
        for seat in match.waiting_for
    )
    return Advice(match.round, match.dice, seats)


def scores_of(rules: RuleSet) -> int:
    """How many different scores a row can note, at most."""
    if rules.scoring is Scoring.DIGITS:
        return 1 << len(rules.flaps)
    return 1 + (sum(rules.flaps) if rules.scoring is Scoring.SUM else len(rules.flaps))
