"""The trainer on the page: what each turn cost, worked out beside the game as its decisions are made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from stbpi.daemon.adviser import MOST_SCORES, Adviser, check, scores_of
from stbpi.rules import Match
from stbpi.rules.actions import Action, Redo, Undo, apply
from stbpi.table.view import Outcome, TableView
from stbpi.web.advice import CostlyDecision, Did, NoAdviceError, TurnCost

if TYPE_CHECKING:
    from stbpi.odds.judge import Choice, Judged
    from stbpi.odds.turns import Turns

TurnCosts: TypeAlias = tuple[TurnCost, ...]


class Coach:
    """Hears what is decided, where a trainer is wanted and hints are allowed; tells ``tell`` of each turn that is over.

    ``tell`` gets None where no turn will be told of, and () where none is yet, or the last had nothing to decide. What
    was taken back is judged anew; so is a turn in whose middle the program was started.
    """

    def __init__(self, adviser: Adviser, tell: Callable[[TurnCosts | None], None], *, wanted: bool) -> None:
        self._adviser = adviser
        self._tell = tell
        self._wanted = wanted
        self._thread: ThreadPoolExecutor | None = None
        self._turns: Turns | None = None
        self._match: Match | None = None
        self._told: TurnCosts | None = None
        self._epoch = 0

    def shown(self, outcome: Outcome, view: TableView) -> None:
        """Something was decided, or not, and this is what stands."""
        before, self._match = self._match, view.match
        if not self._trains(view):
            self._begin(None)
            return
        if self._told is None or outcome.began is not None or outcome.prepared is not None:
            self._begin(())
            before = None if outcome.began is None else Match.start(view.setup.rules, view.setup.players)
        if any(isinstance(decision, Undo | Redo) for decision in outcome.decisions):
            self._begin(())
            return
        for decision in outcome.decisions:
            if before is None or isinstance(decision, Undo | Redo):
                return
            now = apply(before, decision)
            self._judge(before, decision, now)
            before = now

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
        """Forget the turn that is under way."""
        self._epoch += 1
        self._turns = None
        self._say(told)

    def _say(self, told: TurnCosts | None) -> None:
        if told != self._told:
            self._told = told
            self._tell(told)

    def _judge(self, before: Match, action: Action, now: Match) -> None:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="coach")
        loop, epoch = asyncio.get_running_loop(), self._epoch
        job = loop.run_in_executor(self._thread, self._took, epoch, before, action, now)
        job.add_done_callback(lambda done: self._over(epoch, done))

    def _took(self, epoch: int, before: Match, action: Action, now: Match) -> TurnCosts | None:
        """On the thread, one after the other; NumPy comes in here."""
        from stbpi.odds.turns import Turns

        if epoch != self._epoch:
            return None
        if self._turns is None:
            self._turns = Turns(winning=scores_of(before.rules) <= MOST_SCORES)
        made = self._turns.took(before, action, now)
        return None if made is None else tuple(_cost(seat, one) for seat, one in sorted(made.items()))

    def _over(self, epoch: int, done: asyncio.Future[TurnCosts | None]) -> None:
        if done.cancelled() or epoch != self._epoch:
            return
        told = done.result()
        if told is not None:
            self._say(told)


def _cost(seat: int, made: tuple[Judged, ...]) -> TurnCost:
    known = [one.win_lost for one in made if one.win_lost is not None]
    return TurnCost(
        seat,
        sum(one.points_lost for one in made),
        sum(known) if len(known) == len(made) else None,
        tuple(
            CostlyDecision(one.roll, _did(one.made), _did(one.best), one.points_lost)
            for one in made
            if one.points_lost
        ),
    )


def _did(choice: Choice) -> Did:
    return Did(choice.close, choice.again, choice.dice)
