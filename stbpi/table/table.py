"""One tray being played: takes what happens in order, and says what it led to and what the tray wants next.

Pure: time is handed in, nothing is read or written. What people decided leaves as ``Outcome``; everything
shown follows from the match, the picture of the flaps and a few timers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum

from stbpi.rules import Match, Phase
from stbpi.rules.actions import Action, Close, Correct, Decision, NextRound, Retire, Roll, RollAgain, Stop
from stbpi.rules.news import Shut
from stbpi.table import prompting
from stbpi.table.button import MS, SECOND, Button, Gesture
from stbpi.table.course import Course
from stbpi.table.dice import next_secret
from stbpi.table.entry import DiceEntry
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    CorrectScore,
    EnterDice,
    Event,
    FlapRef,
    FlapsChanged,
    FlapsSeen,
    GoOn,
    Micros,
    PrepareMatch,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    Tick,
    UndoDecision,
)
from stbpi.table.fitting import check_fit
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.referee import at_start
from stbpi.table.refusal import TableRefusal
from stbpi.table.rest import Awakeness
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.standing import Lead, Standing
from stbpi.table.view import Outcome, Rest, Signal, TableView

__all__ = ["Table", "TableRefusal"]

DEAF_FOR: Micros = 1 * SECOND
"""After a prompt gave way by itself presses are ignored this long: they were meant for what is gone."""


class _Stage(Enum):
    """What the tray is about: the first that applies."""

    PREPARED = "prepared"
    """A match waits for its start."""
    IDLE = "idle"
    """A match may have been left behind."""
    TURNED = "turned"
    """The last throw could not be answered, and people are looking at that."""
    OVER = "over"
    """A round or the match has ended."""
    PLAY = "play"


class Table:
    """The table. ``prepare`` or ``restore`` it first; then every event goes through ``handle``."""

    def __init__(self, sides: TraySides, timing: Timing) -> None:
        self._sides = sides
        self._turned_for = round(timing.blocked_s * SECOND)
        self._now: Micros = 0
        self._standing = Standing(sides, timing.settle_ms * MS)
        self._button = Button()
        self._entry = DiceEntry()
        self._awake = Awakeness(timing, 0)
        self._outcome = Outcome()
        self._setup: MatchSetup | None = None
        self._course: Course | None = None
        self._idle = False
        self._turned_at: Micros = 0
        self._deaf_until: Micros = 0

    # Made ready.

    def prepare(self, setup: MatchSetup, now: Micros) -> None:
        """Prepare a match: the prompt becomes ``press_to_start``. Raises TableRefusal if it does not fit."""
        check_fit(setup, self._sides)
        self._now = max(now, self._now)
        self._awake.stir(self._now)
        self._put_down(setup)

    def restore(
        self,
        setup: MatchSetup,
        decisions: Iterable[Decision],
        seen: int,
        closed: Iterable[Iterable[int]],
        now: Micros,
        doubted: Iterable[FlapRef] = (),
    ) -> None:
        """Take up a match after a restart: its decisions, how many of them people have seen, the flaps.

        The prompt is that of before the restart, or ``resume`` where the flaps do not allow that. Raises
        TableRefusal where the match cannot be played on this tray and ValueError where the decisions break a
        rule.
        """
        check_fit(setup, self._sides)
        course = Course(setup, decisions, seen)
        self._now = max(now, self._now)
        self._awake.stir(self._now)
        self._put_down(setup)
        self._course = course
        self._standing.found(closed, self._now)
        for flap in doubted:
            self._standing.flaps.doubt(flap)
        self._turned_at = self._now
        self._take_up(course)
        self._look()

    def _put_down(self, setup: MatchSetup) -> None:
        self._setup = setup
        self._course = None
        self._idle = False
        self._entry.clear()
        self._standing.begin()

    def _take_up(self, course: Course) -> None:
        """Find out what a tray that may have been moved has to be led to."""
        if course.match.phase in (Phase.ROLL, Phase.CLOSE):
            self._standing.begin(self._standing.lead_found(course.match, led_back=course.led_back))
        else:
            self._standing.begin()

    # Seen by others.

    @property
    def view(self) -> TableView:
        """The table as it is now. Raises TableRefusal before anything was prepared."""
        course, setup = self._course, self._setup
        if setup is None:
            raise TableRefusal("no_match", "No match has been prepared on this table yet; prepare one first.")
        flaps = self._standing.flaps
        return TableView(
            setup=setup,
            match=None if course is None else course.match,
            prompt=replace(self._prompt(), releasing=self._released()),
            sides=self._sides,
            closed=flaps.closed,
            pending=self._standing.pending(len(self._sides.flaps)),
            can_undo=self._can_undo,
            can_redo=course is not None and course.history.can_redo,
            rest=self._awake.rest,
            doubted=flaps.doubted,
        )

    @property
    def deadline(self) -> Micros | None:
        """When a Tick is due. Never in the past unless a refused command has left something to tell."""
        return self._next_timer() if self._outcome == Outcome() else self._now

    @property
    def _can_undo(self) -> bool:
        return self._course is not None and self._course.history.can_undo

    @property
    def _stage(self) -> _Stage:
        course = self._course
        if course is None:
            return _Stage.PREPARED
        if self._idle:
            return _Stage.IDLE
        if course.turned:
            return _Stage.TURNED
        return _Stage.PLAY if course.match.phase in (Phase.ROLL, Phase.CLOSE) else _Stage.OVER

    @property
    def _judged_match(self) -> Match | None:
        """The match, while the flaps mean something to it."""
        return self._course.match if self._course is not None and self._stage is _Stage.PLAY else None

    def _prompt(self) -> Prompt:
        course, stage = self._course, self._stage
        if course is None:
            return prompting.to_start()
        match = course.match
        if stage is _Stage.IDLE:
            return prompting.anybody_there(match)
        if stage is _Stage.TURNED:
            return prompting.turned(course, course.turned)
        if stage is _Stage.OVER:
            return prompting.over(match)
        standing = self._standing
        if standing.fault is not None:
            return prompting.fault(match, standing.fault, standing.wrong)
        answers, settled = standing.judgement.answers, standing.settled
        if standing.wrong:
            return prompting.to_put_right(match, standing.wrong, answers, settled=settled)
        if standing.lead is not None:
            return prompting.coming_right(match)
        if match.phase == Phase.ROLL:
            return prompting.to_roll(course, self._entry)
        return prompting.to_close(match, answers, settled=settled)

    def _released(self) -> Offer | None:
        """What letting go of the button would do now."""
        since, gesture = self._button.since, self._button.gesture
        if since is None or (gesture is not Gesture.UNDO and since < self._deaf_until):
            return None
        return prompting.offered(self._prompt(), gesture, can_undo=self._can_undo)

    # What happens.

    def handle(self, event: Event, now: Micros) -> Outcome:
        """Take one event; returns what it caused.

        Raises TableRefusal for a command that cannot be carried out; it changes nothing. What time alone
        caused before it is told by the next Outcome, which ``deadline`` then asks for at once.
        """
        self._pass_time(max(now, self._now))
        match event:
            case FlapsChanged():
                self._flaps_changed(event)
            case FlapsSeen(closed):
                if self._standing.found(closed, self._now) and self._course is not None:
                    self._take_up(self._course)
            case ButtonDown():
                self._button_down()
            case ButtonUp():
                self._button_up()
            case Tick():
                pass
            case _:
                self._command(event)
        self._look()
        outcome, self._outcome = self._outcome, Outcome()
        return outcome

    def _flaps_changed(self, event: FlapsChanged) -> None:
        if not self._standing.change(event.changes, self._judged_match, self._now):
            return
        self._awake.stir(self._now)
        self._idle = False
        course = self._course
        if self._stage is _Stage.TURNED and course is not None and course.match.phase == Phase.CLOSE:
            # The others go on answering a common throw; nobody has to wait for the one who is out.
            self._acknowledge()

    def _button_down(self) -> None:
        if self._awake.rest is not Rest.DARK:
            self._button.down(self._now)
            self._entry.pause()
        self._awake.stir(self._now)

    def _button_up(self) -> None:
        since, offer = self._button.since, self._released()
        gesture = self._button.up(self._now)
        self._entry.go_on(self._now)
        if since is None:
            return
        self._awake.stir(self._now)
        if offer is not None:
            self._do(offer)
        elif gesture is Gesture.UNDO or since >= self._deaf_until:
            self._signal(Signal.WRONG)

    def _do(self, offer: Offer) -> None:
        """Do what the button offered."""
        match offer:
            case Offer.START:
                self._start()
            case Offer.THROW | Offer.THROW_ONE:
                self._throw(one_die=offer is Offer.THROW_ONE)
            case Offer.PIP:
                self._count_pip()
            case Offer.CLEAR:
                self._entry.clear()
                self._signal(Signal.ACCEPTED)
            case Offer.THROW_AGAIN:
                if self._standing.throw_again():
                    self._decide(RollAgain())
                else:
                    self._signal(Signal.WRONG)
            case Offer.CONFIRM:
                self._confirm()
            case Offer.NEXT | Offer.GO_ON | Offer.NEW_MATCH:
                self._go_on(offer)
            case Offer.UNDO:
                self._undo()
            case Offer.TRY_AGAIN:
                self._standing.try_again(self._now)
            case Offer.LEAVE_OUT:
                self._standing.leave_out()
                self._signal(Signal.ACCEPTED)
            case Offer.MENU:
                self._open_menu()

    def _command(self, event: Event) -> None:
        """Carry out what somebody asks for, or raise TableRefusal before anything has changed."""
        idle, self._idle = self._idle, False
        try:
            match event:
                case PrepareMatch(setup, abandon):
                    self._prepare_instead(setup, abandon=abandon)
                case GoOn() if idle:
                    pass
                case GoOn():
                    self._go_on_if_offered()
                case EnterDice(dice, replace=True):
                    self._correct_throw(dice)
                case EnterDice(dice):
                    self._enter(dice)
                case UndoDecision():
                    self._undo()
                case RedoDecision():
                    self._redo()
                case StopMatch():
                    self._decide(Stop())
                case RetirePlayer(player):
                    self._decide(Retire(player))
                case CorrectScore(player, points, reason):
                    self._decide(Correct(player, points, reason))
        except TableRefusal:
            self._idle = idle
            raise
        self._awake.stir(self._now)

    # What people do.

    def _start(self) -> None:
        if self._setup is None:
            return
        self._course = Course(self._setup)
        self._tell(Outcome(began=self._setup, signals=(Signal.ACCEPTED,)))
        self._take_up(self._course)

    def _throw(self, *, one_die: bool) -> None:
        course = self._running()
        if course.entered:
            self._entry.one_die()
            self._signal(Signal.ACCEPTED)
        else:
            self._decide(Roll(course.draw(one_die=one_die)))

    def _count_pip(self) -> None:
        sides = self._running().setup.rules.die_sides
        self._signal(Signal.CLICK if self._entry.pip(self._now, sides) else Signal.WRONG)

    def _die_ended(self) -> None:
        dice = self._entry.end_die(self._running().dice_for(one_die=False))
        if dice is not None:
            self._decide(Roll(dice))

    def _enter(self, dice: tuple[int, ...]) -> None:
        self._takes_dice()
        if self._prompt().code is not PromptCode.PRESS_TO_ROLL:
            raise TableRefusal(
                "no_throw_due",
                "No throw is due now; do what the tray asks for first, or correct the last throw.",
            )
        self._decide(Roll(tuple(dice)))

    def _correct_throw(self, dice: tuple[int, ...]) -> None:
        course = self._takes_dice()
        self._decided(course.correct_throw(tuple(dice)))
        self._take_up(course)

    def _takes_dice(self) -> Course:
        course = self._running()
        if not course.entered:
            raise TableRefusal(
                "not_entered_dice",
                "The dice of this match are electronic; prepare one with entered dice to throw by hand.",
            )
        return course

    def _confirm(self) -> None:
        common = self._running().setup.rules.play == "common_throw"
        closes = [
            Close(answer.complete, answer.row.player if common else None)
            for answer in self._standing.judgement.answers
            if answer.complete is not None
        ]
        self._decide(*closes)

    def _go_on(self, offer: Offer) -> None:
        if offer is Offer.GO_ON:
            self._idle = False
        elif offer is Offer.NEW_MATCH:
            course = self._running()
            self._prepare(replace(course.setup, secret=next_secret(course.setup.secret)))
        elif self._stage is _Stage.TURNED:
            self._acknowledge()
        else:
            self._decide(NextRound())

    def _go_on_if_offered(self) -> None:
        self._running()
        offer = self._prompt().press
        if offer is not Offer.NEXT and offer is not Offer.NEW_MATCH:
            raise TableRefusal(
                "round_not_over", "The round is being played and cannot be left; do what the tray asks for."
            )
        self._go_on(offer)

    def _prepare_instead(self, setup: MatchSetup, *, abandon: bool) -> None:
        course = self._course
        if course is not None and course.match.phase != Phase.MATCH_OVER and not abandon:
            raise TableRefusal(
                "match_running", "A match is being played; finish it, or abandon it on purpose."
            )
        check_fit(setup, self._sides)
        self._prepare(setup)

    def _prepare(self, setup: MatchSetup) -> None:
        self._put_down(setup)
        self._tell(Outcome(prepared=setup, signals=(Signal.ACCEPTED,)))

    def _undo(self) -> None:
        self._led(self._running("nothing_to_undo").undo())

    def _redo(self) -> None:
        course = self._running("nothing_to_redo")
        self._led(course.redo())
        if at_start(course.match) and not course.turned:
            # What was done once more ends a turn: the flaps are raised for the next, as they would have been.
            self._tell(Outcome(seen=course.acknowledge()))
            self._standing.begin(Lead.START)

    def _led(self, decisions: tuple[Decision, ...]) -> None:
        """Decisions were taken back or made again: the tray has to follow."""
        course = self._running()
        self._decided(decisions)
        self._take_up(course)
        if course.match.phase not in (Phase.ROLL, Phase.CLOSE) and not course.turned:
            self._tell(Outcome(seen=course.acknowledge()))
        self._signal(Signal.ACCEPTED)

    def _open_menu(self) -> None:
        """The button has been held for the menu. This table has none yet; the hold has then done nothing."""

    def _running(self, otherwise: str = "no_match") -> Course:
        if self._course is None:
            raise TableRefusal(
                otherwise, "No match is being played; press the button to start the one prepared."
            )
        return self._course

    # Decisions and what follows from them.

    def _decide(self, *actions: Action) -> None:
        course = self._running()
        thrower = course.match.waiting_for[:1]
        lead = self._standing.lead
        self._decided(course.do(*actions))
        self._take_up_turn(course, lead)
        if course.match.phase == Phase.ROLL and not course.turned and course.match.waiting_for[:1] != thrower:
            self._signal(Signal.TURN)

    def _take_up_turn(self, course: Course, lead: Lead | None) -> None:
        """The match went on as people wanted: only the start of a turn asks for flaps to be moved."""
        if course.led_back and lead is Lead.EXACT:
            self._standing.begin(lead)
        elif at_start(course.match):
            self._standing.begin(Lead.START)
        else:
            self._standing.begin()

    def _decided(self, decisions: tuple[Decision, ...]) -> None:
        course = self._running()
        self._tell(Outcome(decisions=decisions))
        self._entry.clear()
        self._turned_at = self._now
        if any(isinstance(decision, Close) for decision in decisions):
            shut = any(isinstance(piece, Shut) for piece in course.match.news)
            self._signal(Signal.SHUT if shut else Signal.ACCEPTED)
        if course.turned:
            self._signal(Signal.BLOCKED)

    def _acknowledge(self) -> None:
        """People have seen that the last throw could not be answered."""
        course = self._running()
        self._tell(Outcome(seen=course.acknowledge()))
        self._take_up_turn(course, None)
        if course.match.phase == Phase.ROLL:
            self._signal(Signal.TURN)

    def _look(self) -> None:
        """Let the flaps, as they stand, decide whatever they decide."""
        looking = self._stage is not _Stage.IDLE
        while looking:
            finding = self._standing.look(self._judged_match, self._now)
            if finding.complained:
                self._signal(Signal.WRONG)
            if finding.followed is Lead.EXACT:
                self._tell(Outcome(seen=self._running().acknowledge()))
            if finding.actions:
                self._decide(*finding.actions)
            looking = bool(finding.actions) or finding.followed is not None
        if self._entry.touched and self._prompt().code is not PromptCode.PRESS_TO_ROLL:
            self._entry.clear()

    def _signal(self, signal: Signal) -> None:
        self._tell(Outcome(signals=(signal,)))

    def _tell(self, more: Outcome) -> None:
        """Add to what this event has caused."""
        had = self._outcome
        self._outcome = Outcome(
            began=more.began or had.began,
            decisions=had.decisions + more.decisions,
            seen=had.seen if more.seen is None else more.seen,
            signals=had.signals + more.signals,
            prepared=more.prepared or had.prepared,
        )

    # Time.

    def _next_timer(self) -> Micros | None:
        due = (
            self._button.deadline,
            self._entry.deadline,
            self._awake.deadline,
            self._turned_at + self._turned_for if self._stage is _Stage.TURNED else None,
            None if self._stage is _Stage.IDLE else self._standing.deadline(self._judged_match),
        )
        return min((at for at in due if at is not None), default=None)

    def _pass_time(self, now: Micros) -> None:
        """Let everything happen that is due up to ``now``, in its order."""
        while (due := self._next_timer()) is not None and due <= now:
            self._now = max(due, self._now)
            self._ring()
            self._look()
        self._now = now
        self._awake.pass_time(now)

    def _ring(self) -> None:
        """Whatever is due at this instant happens."""
        now = self._now
        self._awake.pass_time(now)
        if self._awake.idle and self._course is not None and self._course.match.phase != Phase.MATCH_OVER:
            self._idle = True
        gesture = self._button.pass_thresholds(now)
        if gesture is not None:
            self._signal(Signal.CLICK)
        if gesture is Gesture.MENU:
            self._open_menu()
        if self._entry.deadline is not None and self._entry.deadline <= now:
            self._die_ended()
        if self._stage is _Stage.TURNED and self._turned_at + self._turned_for <= now:
            self._acknowledge()
            self._deaf_until = now + DEAF_FOR
