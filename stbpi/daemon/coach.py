"""The trainer on the page: what each turn cost, worked out beside the game as its decisions are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from stbpi.daemon.adviser import MOST_SCORES, Adviser, check, scores_of
from stbpi.rules.actions import Decision, Undo
from stbpi.rules.history import History
from stbpi.table.view import Outcome, TableView
from stbpi.web.advice import CostlyDecision, Did, NoAdviceError, TurnCost

if TYPE_CHECKING:
    from stbpi.odds.judge import Choice, Judged

TurnCosts: TypeAlias = tuple[TurnCost, ...]


class Coach:
    """Hears what is decided, where a trainer is wanted and hints are allowed; tells ``tell`` of each turn that is over.

    ``tell`` gets None where no turn will be told of, and () where none is yet, the last was taken back, or had nothing
    to decide. A match that is taken up, as after a restart, comes with what ``kept`` knows was decided in it.
    """

    def __init__(
        self,
        adviser: Adviser,
        tell: Callable[[TurnCosts | None], None],
        kept: Callable[[], History | None],
        *,
        wanted: bool,
    ) -> None:
        self._adviser = adviser
        self._tell = tell
        self._kept = kept
        self._wanted = wanted
        self._thread: ThreadPoolExecutor | None = None
        self._history: History | None = None
        self._told: TurnCosts | None = None
        self._epoch = 0
        self._jobs: set[asyncio.Future[TurnCosts | None]] = set()

    def shown(self, outcome: Outcome, view: TableView) -> None:
        """Something was decided, or not, and this is what stands."""
        if not self._trains(view):
            self._history = None
            self._begin(None)
            return
        if self._told is None or outcome.began is not None or outcome.prepared is not None:
            self._history = None
            self._begin(())
        if outcome.began is not None:
            self._history = History.start(outcome.began.rules, outcome.began.players)
        for decision in outcome.decisions:
            self._follow(decision)
        match = view.match
        if match is not None and (self._history is None or self._history.match != match):
            self._history = self._kept()

    def _follow(self, decision: Decision) -> None:
        if self._history is None:
            return
        self._history = self._history.do(decision)
        if isinstance(decision, Undo):
            self._begin(())
        else:
            self._judge(self._history)

    def close(self) -> None:
        """Work nothing more out, and wait for nothing."""
        self._epoch += 1
        if self._thread is not None:
            self._thread.shutdown(wait=False, cancel_futures=True)

    def _trains(self, view: TableView) -> bool:
        rules = view.setup.rules
        if not self._wanted or not self._adviser.may(rules):
            return False
        try:
            check(rules)
        except NoAdviceError:
            return False
        return True

    def _begin(self, told: TurnCosts | None) -> None:
        """Whatever is being judged is told no more, and what waits for that is not judged."""
        self._epoch += 1
        for job in tuple(self._jobs):
            job.cancel()
        self._say(told)

    def _say(self, told: TurnCosts | None) -> None:
        if told != self._told:
            self._told = told
            self._tell(told)

    def _judge(self, history: History) -> None:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="coach")
        epoch = self._epoch
        job = asyncio.get_running_loop().run_in_executor(self._thread, _costs, history)
        self._jobs.add(job)
        job.add_done_callback(lambda done: self._over(epoch, done))

    def _over(self, epoch: int, done: asyncio.Future[TurnCosts | None]) -> None:
        self._jobs.discard(done)
        if done.cancelled() or epoch != self._epoch:
            return
        told = done.result()
        if told is not None:
            self._say(told)


def _costs(history: History) -> TurnCosts | None:
    """On the thread; NumPy comes in here."""
    from stbpi.odds.turns import turn_ended

    made = turn_ended(history, winning=scores_of(history.match.rules) <= MOST_SCORES)
    return None if made is None else tuple(_cost(seat, one) for seat, one in made.items())


def _cost(seat: int, made: tuple[Judged, ...]) -> TurnCost:
    from stbpi.odds.turns import chance_lost

    return TurnCost(
        seat,
        sum(one.points_lost for one in made),
        chance_lost(made),
        tuple(
            CostlyDecision(
                one.roll,
                _did(one.made),
                _did(one.best),
                one.points_lost,
                one.win_lost,
                None if one.best_to_win is None else _did(one.best_to_win),
            )
            for one in made
            if one.points_lost or one.win_lost
        ),
    )


def _did(choice: Choice) -> Did:
    return Did(choice.close, choice.again, choice.dice)
