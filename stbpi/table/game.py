"""The match on the tray and everything people can do to it: what is offered, what is decided, what is asked.

Knows nothing of buttons and of when timers ring; ``stbpi.table.table`` sets ``now`` and says what happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from stbpi.rules import Match, Phase, RuleSet
from stbpi.rules.actions import Action, Close, Correct, Decision, NextRound, Retire, Roll, RollAgain
from stbpi.rules.news import Shut
from stbpi.rules.said import N_, Said
from stbpi.table.course import Course
from stbpi.table.dice import ROLLING, SEEN_AFTER, FreshSecret
from stbpi.table.entry import Counted, DiceEntry
from stbpi.table.events import FlapRef, Micros
from stbpi.table.fitting import check_fit, seated_as_before
from stbpi.table.house import NOBODY, HousePlayer
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.referee import at_start
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import DiceSource, MatchSetup, TraySides
from stbpi.table.situation import prompt_in
from stbpi.table.stage import Stage
from stbpi.table.standing import Lead, Standing
from stbpi.table.view import Outcome, Signal

MATCH_RUNNING = N_("A match is being played; finish it, or abandon it on purpose.")
MATCH_KEPT = N_("A match that cannot go on here is kept; put right what is wrong, or abandon it on purpose.")


class Game:
    """What is being played. ``outcome`` gathers what the event being handled has caused.

    Methods that people's commands come down to raise TableRefusal before they change anything.
    """

    def __init__(
        self, sides: TraySides, settle: Micros, dice: FreshSecret, house: HousePlayer | None
    ) -> None:
        self.now: Micros = 0
        self.outcome = Outcome()
        self.setup: MatchSetup | None = None
        self.course: Course | None = None
        self.left: MatchSetup | None = None
        self.kept = False
        """Whether the journal keeps a match that was being played and cannot go on here."""
        self.standing = Standing(sides, settle)
        self.entry = DiceEntry()
        self._idle = False
        self.turned_at: Micros = 0
        self.lie_at: Micros | None = None
        """When the electronic dice of the last throw lie; None while none roll."""
        self.seen_at: Micros = 0
        """When people have seen the last throw: pressing before that was not about what it led to."""
        self.house = house
        self._sides = sides
        self._fresh_secret = dice

    def put_down(self, setup: MatchSetup) -> None:
        """Leave what was played; ``setup`` is prepared instead."""
        self.left = self.left if self.course is None else self.course.setup
        self.setup = setup
        self.standing.flaps.seated = setup.sides
        self.course = None
        self.idle = False
        self.seen()
        self.entry.clear()
        self.standing.begin()

    def come_back(
        self,
        setup: MatchSetup,
        course: Course,
        closed: Iterable[Iterable[int]],
        doubted: Iterable[FlapRef],
        counted: Counted,
    ) -> None:
        """Go on with a match after a restart, with the flaps as they stand by now."""
        self.put_down(setup)
        self.kept = False
        self.course = course
        self.standing.found(closed, self.now)
        for flap in doubted:
            self.standing.flaps.believe(flap, False)
        self.turned_at = self.now
        self.take_up(course)
        # A picture and no move: whoever closed flaps while the power was gone has not seen what they answer.
        self.standing.come_back(self.now)
        if course.entered and course.match.phase == Phase.ROLL:
            self.entry.come_back(counted, setup.rules.die_sides, course.dice_for(one_die=False))
        self.look()

    def take_up(self, course: Course, *, same_turn: bool = False) -> None:
        """Find out what a tray that may have been moved has to be led to."""
        lead = None
        self.standing.house = course.house_answers
        if course.match.phase in (Phase.ROLL, Phase.CLOSE):
            lead = self.standing.lead_found(course.match, led_back=course.led_back)
        self.standing.begin(lead, same_turn=same_turn)

    @property
    def idle(self) -> bool:
        """Whether a match may have been left behind. What people are given time for begins anew when it was not."""
        return self._idle

    @idle.setter
    def idle(self, idle: bool) -> None:
        if self._idle and not idle:
            self.turned_at = self.lie_at or self.now
        self._idle = idle

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        return self.course is not None and self.course.history.can_undo

    @property
    def stage(self) -> Stage:
        """What the tray is about."""
        course = self.course
        if course is None:
            return Stage.PREPARED
        if self.idle:
            return Stage.IDLE
        if course.turned:
            return Stage.TURNED
        return Stage.PLAY if course.match.phase in (Phase.ROLL, Phase.CLOSE) else Stage.OVER

    @property
    def in_play(self) -> bool:
        """Whether a match has begun and is not over."""
        return self.course is not None and self.course.match.phase != Phase.MATCH_OVER

    @property
    def unfinished(self) -> bool:
        """Whether another match would take the place of one that people may want to go on with."""
        return self.in_play or self.kept

    @property
    def rolling(self) -> Match | None:
        """The match before the throw whose dice still roll."""
        return self.course.before_throw if self.course is not None and self.lie_at is not None else None

    @property
    def judged_match(self) -> Match | None:
        """The match, while the flaps mean something to it."""
        return self.course.match if self.course is not None and self.stage is Stage.PLAY else None

    def prompt(self) -> Prompt:
        """What the tray says, the button left out."""
        return prompt_in(self.stage, self.course, self.standing, self.entry, kept=self.kept)

    def do(self, offer: Offer) -> None:
        """Do what the button offered."""
        match offer:
            case Offer.START:
                self.start()
            case Offer.THROW | Offer.THROW_ONE:
                self._throw(one_die=offer is Offer.THROW_ONE)
            case Offer.PIP | Offer.NEXT_DIE:
                self._count_pip()
            case Offer.CLEAR:
                self.entry.clear()
                self.signal(Signal.ACCEPTED)
            case Offer.THROW_AGAIN:
                if self.standing.throw_again():
                    self.decide(RollAgain())
                else:
                    self.signal(Signal.WRONG)
            case Offer.CONFIRM:
                self._confirm()
            case Offer.NEXT | Offer.GO_ON | Offer.NEW_MATCH:
                self._go_on(offer)
            case Offer.UNDO:
                self.undo()
            case Offer.TRY_AGAIN:
                self.standing.watch.try_again(self.now)
            case Offer.LEAVE_OUT:
                self.standing.leave_out()
                self.signal(Signal.ACCEPTED)

    def start(self) -> None:
        """Start the match that is prepared; one that is kept is given up for it."""
        if self.setup is None:
            return
        self.kept = False
        self.course = Course(self.setup, house=self.house)
        self.cause(Outcome(began=self.setup, signals=(Signal.ACCEPTED,)))
        self.take_up(self.course)

    def _throw(self, *, one_die: bool) -> None:
        course = self.running()
        if course.entered:
            self.entry.one_die()
            self.signal(Signal.ACCEPTED)
        else:
            self.decide(Roll(course.draw(one_die=one_die)))

    def _count_pip(self) -> None:
        sides = self.running().setup.rules.die_sides
        self.signal(Signal.CLICK if self.entry.pip(self.now, sides) else Signal.WRONG)

    def die_ended(self) -> None:
        """The pause after the pips of a die is over."""
        dice = self.entry.end_die(self.running().dice_for(one_die=False))
        self.signal(Signal.ACCEPTED)
        if dice is not None:
            self.decide(Roll(dice))

    def correct_throw(self, dice: tuple[int, ...]) -> None:
        """Dice were typed in that replace those thrown last."""
        course = self.running()
        self._decided(course.correct_throw(tuple(dice)))
        self.take_up(course, same_turn=True)

    def _confirm(self) -> None:
        common = self.running().setup.rules.play == "common_throw"
        closes = [
            Close(answer.complete, answer.row.player if common else None)
            for answer in self.standing.judgement.answers
            if answer.complete is not None
        ]
        self.decide(*closes)

    def _go_on(self, offer: Offer) -> None:
        if offer is Offer.GO_ON:
            self.idle = False
        elif offer is Offer.NEW_MATCH:
            self.seat(replace(self.running().setup, secret=self._fresh_secret()))
        elif self.stage is Stage.TURNED:
            self.acknowledge()
        else:
            self.decide(NextRound())

    def prepare_instead(self, setup: MatchSetup, *, abandon: bool) -> None:
        """Prepare another match; one that is being played, or kept, is only left on purpose."""
        if self.unfinished and not abandon:
            raise TableRefusal("match_running", Said.of(MATCH_KEPT if self.kept else MATCH_RUNNING))
        check_fit(setup, self._sides, self.house)
        self.kept = False
        self.seat(setup)

    def seat(self, setup: MatchSetup) -> None:
        """People have said who plays the match that comes next, and what. One that is kept stays in the journal."""
        self.put_down(setup)
        self.cause(Outcome(prepared=None if self.kept else setup, signals=(Signal.ACCEPTED,)))

    def undo(self) -> None:
        """Take back the last decision and lead the tray back."""
        self._led(self.running("nothing_to_undo").undo())

    def redo(self) -> None:
        """Make the decision taken back last once more and lead the tray there."""
        course = self.running("nothing_to_redo")
        self._led(course.redo())
        if at_start(course.match) and not course.turned:
            # What was done once more ends a turn: the flaps are raised for the next, as they would have been.
            self.cause(Outcome(seen=course.acknowledge()))
            self.standing.begin(Lead.START)
        elif self.standing.answers_still(course.match, self.now):
            self.cause(Outcome(seen=course.acknowledge()))

    def _led(self, decisions: tuple[Decision, ...]) -> None:
        """Decisions were taken back or made again: the tray has to follow."""
        course = self.running()
        self._decided(decisions)
        self.take_up(course)
        if course.match.phase not in (Phase.ROLL, Phase.CLOSE) and not course.turned:
            self.cause(Outcome(seen=course.acknowledge()))
        self.signal(Signal.ACCEPTED)

    def prepare_line(self, rules: RuleSet, players: tuple[str, ...], dice_source: DiceSource) -> None:
        """Prepare another match, chosen at the tray; one that is being played is left."""
        setup = MatchSetup(rules, players, dice_source, self._fresh_secret())
        self.prepare_instead(seated_as_before(setup, self.setup, self._sides), abandon=True)

    def go_on_after(self, *, moved: bool) -> None:
        """Screen and button are back. What people are given time for begins anew; ``moved`` is whether flaps did."""
        self.entry.go_on(self.now)
        self.turned_at = self.lie_at or self.now
        self.standing.watch.go_on(self.now)
        if moved:
            self.standing.come_back(self.now)
            self.flaps_moved()

    def flaps_moved(self) -> None:
        """People moved flaps: they are there, and have seen the throw that they answer."""
        self.idle = False
        if self.course is not None and self.course.match.phase == Phase.CLOSE:
            self.seen()
            if self.stage is Stage.TURNED:
                # The others go on answering a common throw; nobody has to wait for the one who is out.
                self.acknowledge()

    def running(self, otherwise: str = "no_match") -> Course:
        """The match on the tray. Raises TableRefusal, with this code, where one is only prepared."""
        if self.course is None:
            raise TableRefusal(
                otherwise,
                Said.of(N_("No match is being played; press the button to start the one prepared.")),
            )
        return self.course

    def decide(self, *actions: Action) -> None:
        """Something was decided, or several things at once."""
        course = self.running()
        thrower = course.match.waiting_for[:1]
        lead = self.standing.lead
        self._decided(course.do(*actions))
        same_turn = all(isinstance(action, Roll | Correct) for action in actions)
        self._take_up_turn(course, lead, same_turn=same_turn)
        if course.match.phase == Phase.ROLL and not course.turned and course.match.waiting_for[:1] != thrower:
            self.signal(Signal.TURN)

    def _take_up_turn(self, course: Course, lead: Lead | None, *, same_turn: bool = False) -> None:
        """The match went on as people wanted: only the start of a turn asks for flaps to be moved."""
        if not (course.led_back and lead is Lead.EXACT):
            lead = Lead.START if at_start(course.match) else None
        self.standing.begin(lead, same_turn=same_turn)

    def _decided(self, decisions: tuple[Decision, ...]) -> None:
        course = self.running()
        beside_play = all(isinstance(decision, Correct | Retire) for decision in decisions)
        self.cause(Outcome(decisions=decisions))
        self.entry.clear()
        if not beside_play:
            # What was pressed before is not about this: an answer may settle under the finger that confirms it.
            self.seen()
            if not course.entered and any(isinstance(decision, Roll) for decision in decisions):
                self.lie_at = self.now + ROLLING
                self.seen_at = self.lie_at + SEEN_AFTER
            self.turned_at = self.lie_at or self.now
        elif course.match.phase == Phase.MATCH_OVER and any(isinstance(one, Retire) for one in decisions):
            # Nobody is left whom the dice that still roll could concern.
            self.seen()
        if any(isinstance(decision, Close) for decision in decisions):
            shut = any(isinstance(piece, Shut) for piece in course.match.news)
            self.signal(Signal.SHUT if shut else Signal.ACCEPTED)
        if course.turned and not beside_play and self.lie_at is None:
            self.signal(Signal.BLOCKED)

    def dice_lie(self) -> None:
        """The dice have stopped rolling, and only now people may see or hear what they led to."""
        self.lie_at = None
        if self.course is not None and self.course.turned:
            self.signal(Signal.BLOCKED)

    def seen(self) -> None:
        """What people do shows that they have seen the last throw, on a page perhaps, wherever its dice are."""
        self.lie_at = None
        self.seen_at = self.now

    def acknowledge(self) -> None:
        """People have seen that the last throw could not be answered."""
        course = self.running()
        self.seen()
        self.cause(Outcome(seen=course.acknowledge()))
        self._take_up_turn(course, None)
        if course.match.phase == Phase.ROLL:
            self.signal(Signal.TURN)

    def look(self) -> None:
        """Let the flaps, as they stand, decide whatever they decide."""
        looking = self.stage is not Stage.IDLE
        while looking:
            self.standing.house = self.course.house_answers if self.course else NOBODY
            finding = self.standing.look(self.judged_match, self.now)
            if finding.complained:
                self.signal(Signal.WRONG)
            if finding.followed is Lead.EXACT:
                self.cause(Outcome(seen=self.running().acknowledge()))
            if finding.actions:
                self.decide(*finding.actions)
            looking = bool(finding.actions) or finding.followed is not None
        if self.entry.touched and self.prompt().code is not PromptCode.PRESS_TO_ROLL:
            # Counting is interrupted until the flaps are put right, say. Dice that have ended are on the table still.
            self.entry.forget_pips()

    def signal(self, signal: Signal) -> None:
        """Let the buzzer tell people something."""
        self.cause(Outcome(signals=(signal,)))

    def cause(self, more: Outcome) -> None:
        """Add to what this event has caused."""
        self.outcome = self.outcome.joined(more)
