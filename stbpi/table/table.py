"""One tray being played: takes what happens in order, and says what it led to and what the tray wants next.

Pure: time is handed in, nothing is read or written. What people decided leaves as ``Outcome``; everything
shown follows from the match, the picture of the flaps and a few timers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from stbpi.rules.actions import Decision
from stbpi.rules.history import History
from stbpi.rules.said import N_, Said
from stbpi.table import prompting
from stbpi.table.aside import Aside
from stbpi.table.between import Between
from stbpi.table.button import MS, SECOND, Button, Gesture
from stbpi.table.choices import Choices, Offers
from stbpi.table.commands import carry_out
from stbpi.table.course import Course
from stbpi.table.dice import FreshSecret
from stbpi.table.entry import Counted
from stbpi.table.events import (
    BelieveFlap,
    ButtonDown,
    ButtonUp,
    ChooseEntry,
    EnterService,
    Event,
    FlapDoubted,
    FlapRef,
    FlapsChanged,
    FlapsSeen,
    LeaveService,
    MenuButtonDown,
    Micros,
    NotShutDown,
    OpenMenu,
    PastRead,
    TellFlap,
    Tick,
)
from stbpi.table.fitting import check_fit
from stbpi.table.game import Game
from stbpi.table.house import HousePlayer
from stbpi.table.played import Past
from stbpi.table.prompts import Offer, Prompt
from stbpi.table.refusal import TableRefusal
from stbpi.table.rest import Awakeness
from stbpi.table.seats import Seats
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.stage import Stage
from stbpi.table.view import Outcome, Rest, Signal, TableView

__all__ = ["Table", "TableRefusal"]

NOTHING_PAST = Past()

NOTHING_COUNTED = Counted()

DEAF_FOR: Micros = 1 * SECOND
"""After a prompt gave way by itself presses are ignored this long: they were meant for what is gone."""


class Table:
    """The table. ``prepare`` or ``restore`` it first; then every event goes through ``handle``.

    ``fresh_secret`` is asked for the dice of each match that people begin on the button. ``offers`` is what the menu
    has beside what every tray has, ``choices`` what people have chosen before.
    """

    def __init__(
        self,
        sides: TraySides,
        timing: Timing,
        fresh_secret: FreshSecret,
        offers: Offers | None = None,
        choices: Choices | None = None,
        house: HousePlayer | None = None,
    ) -> None:
        self._sides = sides
        self._turned_for = round(timing.blocked_s * SECOND)
        self._game = Game(sides, timing.settle_ms * MS, fresh_secret, house)
        self._aside = Aside(self._game, offers or Offers(), sides, choices or Choices())
        self._button = Button()
        self._awake = Awakeness(timing, 0)
        configured = offers.configured if offers else None
        seats = Seats(sides, configured.players if configured else ())
        self._between = Between(self._game, self._aside, self._awake, seats, fresh_secret)
        self._deaf_until: Micros = 0

    def prepare(self, setup: MatchSetup, now: Micros) -> None:
        """Prepare a match: the prompt becomes ``press_to_start``. Raises TableRefusal if it does not fit."""
        game = self._game
        check_fit(setup, self._sides, game.house)
        game.now = max(now, game.now)
        self._awake.stir(game.now)
        game.put_down(setup)

    def restore(
        self,
        setup: MatchSetup,
        decisions: Iterable[Decision],
        seen: int,
        closed: Iterable[Iterable[int]],
        now: Micros,
        doubted: Iterable[FlapRef] = (),
        counted: Counted = NOTHING_COUNTED,
    ) -> None:
        """Take up a match after a restart: its decisions, how many of them people have seen, the flaps, counted dice.

        The prompt is that of before the restart, or ``resume`` where the flaps do not allow that. Raises
        TableRefusal where the match cannot be played on this tray and ValueError where the decisions break a
        rule.
        """
        game = self._game
        check_fit(setup, self._sides, game.house)
        course = Course(setup, decisions, seen, game.house)
        game.now = max(now, game.now)
        self._awake.stir(game.now)
        game.come_back(setup, course, closed, doubted, counted)

    def keep(self) -> None:
        """The journal has a match that was being played and that ``restore`` would not take up.

        It stays there, and what is prepared here does not take its place before somebody says so.
        """
        self._game.kept = True

    @property
    def view(self) -> TableView:
        """The table as it is now. Raises TableRefusal before anything was prepared."""
        game = self._game
        course, setup = game.course, game.setup
        if setup is None:
            raise TableRefusal(
                "no_match", Said.of(N_("No match has been prepared on this table yet; prepare one first."))
            )
        flaps = game.standing.flaps
        return TableView(
            setup=setup,
            match=None if course is None else course.match,
            prompt=self._prompt(),
            sides=self._sides,
            closed=flaps.closed,
            pending=game.standing.pending(len(self._sides.flaps)),
            can_undo=game.can_undo,
            can_redo=course is not None and course.history.can_redo,
            rest=self._awake.rest,
            doubted=flaps.doubted,
            rolling=game.rolling,
            choices=self._aside.choices,
            left=game.left,
            correctable=() if course is None else course.correctable,
            corrections=() if course is None else course.corrections,
            gone=() if course is None else course.gone,
            kept=game.kept,
            past=NOTHING_PAST if game.in_play else self._between.past,
            attract=self._between.page,
        )

    @property
    def history(self) -> History | None:
        """The match with all that was decided since its start, before a restart too; None where none has begun."""
        return None if self._game.course is None else self._game.course.history

    @property
    def deadline(self) -> Micros | None:
        """When a Tick is due. Never in the past unless a refused command has left something to tell."""
        return self._next_timer() if self._game.outcome == Outcome() else self._game.now

    def handle(self, event: Event, now: Micros) -> Outcome:
        """Take one event; returns what it caused.

        Raises TableRefusal for a command that cannot be carried out; it changes nothing. What time alone
        caused before it is told by the next Outcome, which ``deadline`` then asks for at once.
        """
        game = self._game
        if isinstance(event, ButtonDown | ButtonUp) and event.at is not None:
            now = min(event.at, now)
        self._pass_time(max(now, game.now))
        match event:
            case FlapsChanged():
                self._flaps_changed(event)
            case FlapsSeen(closed):
                # Whether the button came up meanwhile nobody saw: a press not seen to its end is none.
                self._button.cancel()
                self._counting_goes_on()
                if game.standing.found(closed, game.now) and game.course is not None:
                    game.take_up(game.course)
            case FlapDoubted(side, flap, doubted):
                game.standing.flaps.believe(FlapRef(side, flap), not doubted)
            case ButtonDown():
                self._button_down(now)
            case ButtonUp():
                self._button_up(now)
            case MenuButtonDown():
                self._menu_button()
            case OpenMenu(opened) if opened != self._aside.menu_is_open:
                self._awake.stir(game.now)
                self._menu_button()
            case OpenMenu() | Tick():
                pass
            case EnterService():
                self._button.cancel()
                self._aside.enter_service()
                self._awake.stir(game.now)
            case NotShutDown():
                self._aside.could_not_shut_down()
            case PastRead(past):
                self._between.past = past
            case LeaveService():
                self._leave_aside()
            case ChooseEntry():
                self._aside.choose(event)
                self._button.cancel()
                self._awake.stir(game.now)
            case _:
                carry_out(game, event)
                self._awake.stir(game.now)
                if not isinstance(event, TellFlap | BelieveFlap):
                    # Whoever does something to the match wants to see it.
                    self._leave_aside()
        self._look()
        outcome, game.outcome = replace(game.outcome, counted=game.entry.newly_counted()), Outcome()
        return outcome

    def _prompt(self) -> Prompt:
        """What the tray says; it offers no press while presses are ignored."""
        if self._aside.is_open:
            return replace(self._aside.prompt(), releasing=self._released())
        prompt = self._game.prompt()
        released = self._released()
        if released is not None:
            prompt = replace(prompt, releasing=released)
        return replace(prompt, press=None, hold=None) if self._game.now < self._hears_at else prompt

    @property
    def _hears_at(self) -> Micros:
        """When the button means something again; whoever pressed before did not know what the prompt asks."""
        return max(self._deaf_until, self._game.seen_at)

    def _released(self) -> Offer | None:
        """What letting go of the button would do now."""
        since, gesture = self._button.since, self._button.gesture
        if self._aside.is_open:
            return self._aside.offered(gesture)
        if since is None or (gesture is not Gesture.UNDO and since < self._hears_at):
            return None
        return prompting.offered(self._game.prompt(), gesture, can_undo=self._game.can_undo)

    def _flaps_changed(self, event: FlapsChanged) -> None:
        game = self._game
        if not game.standing.change(event.changes, game.judged_match, game.now):
            return
        self._awake.stir(game.now)
        if self._aside.is_open:
            self._aside.flaps_moved(event.changes)
        else:
            game.flaps_moved()
        self._between.claim(event.changes)

    def _counting_goes_on(self) -> None:
        """The button is up: a die being counted on it ends unless pips follow."""
        if not self._aside.is_open:
            self._game.entry.go_on(self._game.now)

    def _leave_aside(self) -> None:
        if self._aside.is_open:
            self._button.cancel()
            self._aside.close()

    def _look(self) -> None:
        """Let the flaps decide whatever they decide, once the match has the tray."""
        if not self._aside.is_open:
            self._game.look()

    def _button_down(self, at: Micros) -> None:
        game = self._game
        if self._awake.rest is not Rest.DARK:
            self._button.down(at)
            if self._aside.is_open:
                self._aside.stir()
            else:
                game.entry.pause()
        self._awake.stir(game.now)

    def _button_up(self, at: Micros) -> None:
        game = self._game
        gesture = self._button.let_go(at)
        since, offer = self._button.since, self._released()
        self._button.cancel()
        self._counting_goes_on()
        if since is None:
            return
        self._awake.stir(game.now)
        if self._aside.is_open:
            self._aside.stir()
            if offer is None:
                game.signal(Signal.WRONG)
            else:
                self._aside.do(offer)
            return
        if offer is Offer.ASK_TO_START:
            self._aside.ask_to_start()
        elif offer is not None:
            game.do(offer)
        elif gesture is Gesture.UNDO or not (
            since < self._hears_at or prompting.only_to_settle(game.prompt())
        ):
            game.signal(Signal.WRONG)
            game.standing.watch.pressed(game.now)

    def _menu_button(self) -> None:
        """What holding the dice button for the menu does, at once; a press of that under way is none."""
        dark = self._awake.rest is Rest.DARK
        self._awake.stir(self._game.now)
        if not dark:
            self._button.cancel()
            self._counting_goes_on()
            self._game.signal(Signal.CLICK)
            self._aside.menu_held()

    def _next_timer(self) -> Micros | None:
        game = self._game
        always: tuple[Micros | None, ...] = (
            self._button.deadline,
            game.lie_at,
            self._awake.deadline,
            self._between.next_page,
            self._aside.deadline,
        )
        due = (
            always
            if self._aside.is_open
            else (
                *always,
                game.entry.deadline,
                self._hears_at if self._hears_at > game.now else None,
                game.turned_at + self._turned_for if game.stage is Stage.TURNED else None,
                None if game.stage is Stage.IDLE else game.standing.deadline(game.judged_match),
            )
        )
        return min((at for at in due if at is not None), default=None)

    def _pass_time(self, now: Micros) -> None:
        """Let everything happen that is due up to ``now``, in its order."""
        game = self._game
        while (due := self._next_timer()) is not None and due <= now:
            game.now = max(due, game.now)
            self._ring()
            self._look()
        game.now = now
        self._awake.pass_time(now)

    def _ring(self) -> None:
        """Whatever is due at this instant happens."""
        game = self._game
        now = game.now
        self._awake.pass_time(now)
        if self._awake.idle and game.in_play:
            game.idle = True
        gesture = self._button.pass_thresholds(now)
        if gesture is not None:
            game.signal(Signal.CLICK)
        if gesture is Gesture.MENU:
            self._aside.menu_held()
        if game.lie_at is not None and game.lie_at <= now:
            game.dice_lie()
        if self._aside.is_open:
            if self._aside.pass_time(now):
                self._deaf_until = now + DEAF_FOR
            return
        if game.entry.deadline is not None and game.entry.deadline <= now:
            game.die_ended()
        if game.stage is Stage.TURNED and game.turned_at + self._turned_for <= now:
            game.acknowledge()
            self._deaf_until = now + DEAF_FOR
