"""How the tray stands towards the match: what has to be put right, what is being answered, what has settled.

Between the referee, who only sees one picture, and the table: here time and what was told before come in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from stbpi.rules import Match, Phase
from stbpi.rules.actions import Action, Close, RollAgain
from stbpi.table.events import FlapChange, FlapRef, Micros
from stbpi.table.house import NOBODY, Answers
from stbpi.table.picture import FlapPicture
from stbpi.table.prompting import flaps_of, only
from stbpi.table.prompts import Item, PromptCode
from stbpi.table.referee import (
    Judgement,
    as_resume,
    at_start,
    judge,
    judge_exactly,
    judge_start,
    rows_in_play,
    whole_row,
)
from stbpi.table.setup import TraySides
from stbpi.table.watch import Watch

_NOTHING = Judgement((), ())


class Lead(Enum):
    """Why the tray is being put right before anything else counts. Until then complaints are told at once."""

    START = "start"
    """A turn begins: the flaps are to stand as the set starts."""
    EXACT = "exact"
    """A decision was taken back or made again: the flaps are to stand as the match has them."""
    AROUND = "around"
    """The tray was found moved: the flaps are to stand so that the match can go on."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What looking at the tray came to: something newly wrong, the tray has followed, the match goes on."""

    complained: bool = False
    followed: Lead | None = None
    actions: tuple[Action, ...] = ()


class Standing:
    """The flaps of one tray, seen with the match that is in phase ``roll`` or ``close`` on it, if one is."""

    def __init__(self, sides: TraySides, settle: Micros) -> None:
        self.flaps = FlapPicture(sides, settle)
        self.lead: Lead | None = None
        self.judgement = _NOTHING
        self.wrong: tuple[Item, ...] = ()
        self.settled = True
        self.house: Answers = NOBODY
        """What the house closes with the throw that stands."""
        self._settle = settle
        self._shown_since: Micros = 0
        self._found = False
        """Whether the flaps stand so since nobody could see what the match makes of it: a picture, not a move."""
        self._told: frozenset[FlapRef] = frozenset()
        self._wants_again = False
        self.watch = Watch()
        """Over the flaps that stand wrong."""

    def begin(self, lead: Lead | None = None, *, same_turn: bool = False) -> None:
        """The match has moved on: what was complained of counts no more, nor what people said before this turn.

        ``same_turn``: it is still the turn they said it in.
        """
        self.lead = lead
        self.flaps.touched = frozenset()
        if not same_turn:
            self.flaps.forget_told()
        self._told = frozenset()
        self._wants_again = False
        self._found = False
        self.watch.clear()

    def lead_found(self, match: Match, *, led_back: bool) -> Lead | None:
        """What a tray that was found standing as it does has to be led to before the match goes on."""
        if led_back:
            return Lead.EXACT
        if at_start(match):
            return Lead.START
        return Lead.AROUND if judge(match, self.flaps.now(), self.house).complaints else None

    def change(self, changes: Iterable[FlapChange], match: Match | None, now: Micros) -> bool:
        """Flaps moved; returns whether that changed the picture."""
        judged = self._judged(match)
        moved = False
        for change in changes:
            if self.flaps.change(change, now):
                moved = True
                flap = FlapRef(change.side, change.flap)
                if judged is None or flap in judged:
                    self.settled = False
                    self._found = False
                if change.closed:
                    self._wants_again = False
        return moved

    def found(self, closed: Iterable[Iterable[int]], now: Micros) -> bool:
        """The whole picture was read anew; returns whether it differs."""
        differs = self.flaps.replace(closed, now)
        if differs:
            self.settled = False
        return differs

    def come_back(self, now: Micros) -> None:
        """Flaps were moved that nobody answered for: they rest anew, and what they answer waits for a press."""
        self.settled = False
        self._shown_since = now
        self._found = True

    def pending(self, sides: int) -> tuple[frozenset[int], ...]:
        """The flaps per side that are part of an answer not yet committed."""
        kept = {answer.row.side: answer.kept for answer in self.judgement.answers}
        return tuple(kept.get(side, frozenset()) for side in range(sides))

    def deadline(self, match: Match | None) -> Micros | None:
        """When looking again may come to something else if no flap moves."""
        due = (None if self.settled else self._settles_at(match), self.watch.deadline)
        return min((at for at in due if at is not None), default=None)

    def answers_still(self, match: Match, now: Micros) -> bool:
        """A throw was made again: go on with what people had closed for it, where that may be part of an answer."""
        judged = judge(match, self.flaps.now(), self.house)
        kept = any(answer.kept for answer in judged.answers)
        if self.lead is not Lead.EXACT or judged.complaints or not kept:
            return False
        self.begin()
        self.come_back(now)
        return True

    def leave_out(self) -> None:
        """Believe the faulty flap no longer."""
        faulty = self.watch.leave_out()
        if faulty is not None:
            self.flaps.believe(faulty, False)

    def throw_again(self) -> bool:
        """The player wants to throw again; False where pending flaps must be raised first: then told."""
        pending = self._answering()
        self._wants_again = bool(pending)
        self._told |= pending
        return not pending

    def look(self, match: Match | None, now: Micros) -> Finding:
        """Compare tray and match at this instant. ``match`` is None while flaps mean nothing to it."""
        if not self.settled and self._settles_at(match) <= now:
            self.settled = True
        finding = self._compare(match)
        self.watch.look(flaps_of(self.wrong), now)
        return finding

    def _compare(self, match: Match | None) -> Finding:
        if match is None:
            self.judgement = _NOTHING
            self.wrong = ()
            return Finding()
        self.judgement = judge(match, self.flaps.now(), self.house)
        wrong = self._complaints(match)
        concerned = flaps_of(wrong)
        if self.lead is not None:
            self.wrong = wrong
            self._told = concerned
            if wrong or not (self.settled or self.lead is Lead.START):
                return Finding()
            followed, self.lead = self.lead, None
            return Finding(followed=followed)
        complained = self.settled and bool(concerned - self._told)
        self._told = concerned if self.settled else self._told & concerned
        self.wrong = only(wrong, self._told)
        if wrong or not self.settled:
            return Finding(complained=complained)
        return Finding(actions=self._due(match))

    def _complaints(self, match: Match) -> tuple[Item, ...]:
        if self.lead is Lead.EXACT:
            return judge_exactly(match, self.flaps.now())
        if self.lead is Lead.AROUND:
            return as_resume(self.judgement.complaints)
        if at_start(match):
            return judge_start(match, self.flaps.now())
        if not self._wants_again:
            return self.judgement.complaints
        others = (item for item in self.judgement.complaints if item.code is not PromptCode.REOPEN)
        pending = tuple(sorted(self._answering()))
        player = match.waiting_for[0]
        return (
            (*others, Item(code=PromptCode.REOPEN, player=player, flaps=pending))
            if pending
            else tuple(others)
        )

    def _due(self, match: Match) -> tuple[Action, ...]:
        """What a tray that has settled with nothing wrong decides by itself."""
        if match.phase != Phase.CLOSE or match.rules.play == "common_throw" or self._found:
            return ()
        if self._wants_again:
            return (RollAgain(),)
        answer = self.judgement.answers[0]
        return (Close(answer.complete),) if answer.final and answer.complete is not None else ()

    def _answering(self) -> frozenset[FlapRef]:
        return frozenset(
            flap
            for answer in self.judgement.answers
            for flap in answer.row.refs((*answer.kept, *answer.reopen))
        )

    def _settles_at(self, match: Match | None) -> Micros:
        judged = self._judged(match)
        moved = self.flaps.moved(self.flaps.all if judged is None else judged)
        return 0 if moved is None else max(moved, self._shown_since) + self._settle

    def _judged(self, match: Match | None) -> frozenset[FlapRef] | None:
        """The flaps that mean something just now; None where that is all of them."""
        if match is None:
            return None
        rows = rows_in_play(match, self.flaps.seated)
        if at_start(match):
            sides = {row.side for row in rows}
            judged = frozenset(flap for flap in self.flaps.all if flap.side in sides)
        else:
            judged = frozenset().union(*[whole_row(row.side, match.rules.flaps) for row in rows])
        return judged - self.flaps.doubted
