"""What takes screen and button from the match for a while and gives them back as they were: menu and service mode."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.table.button import Gesture
from stbpi.table.choices import Choices, Offers
from stbpi.table.events import ChooseEntry, FlapChange, Micros
from stbpi.table.game import Game
from stbpi.table.menu_course import Menu
from stbpi.table.prompts import Offer, Prompt
from stbpi.table.service_mode import ServiceMode
from stbpi.table.setup import TraySides
from stbpi.table.view import Signal


class Aside:
    """The menu or the service mode, at most one of them. ``game`` waits while either is open."""

    def __init__(self, game: Game, offers: Offers, sides: TraySides, choices: Choices) -> None:
        self._game = game
        self._menu = Menu(game, offers, sides, choices)
        self._service = ServiceMode(sides, scanner=offers.scanner)
        self._flaps_moved = False

    @property
    def is_open(self) -> bool:
        """Whether the match waits."""
        return self._menu.is_open or self._service.is_on

    @property
    def menu_is_open(self) -> bool:
        """Whether the menu is what the match waits for."""
        return self._menu.is_open

    @property
    def choices(self) -> Choices:
        """What people have chosen."""
        return self._menu.choices

    @property
    def deadline(self) -> Micros | None:
        """When something happens by itself; None while the match has the tray."""
        return self._menu.deadline if self._menu.is_open else self._service.deadline

    def prompt(self) -> Prompt:
        """What the tray says while either is open."""
        return self._menu.prompt() if self._menu.is_open else self._service.prompt()

    def offered(self, gesture: Gesture | None) -> Offer | None:
        """What letting go of the button does; longer than a hold leads out of the page."""
        prompt = self.prompt()
        match gesture:
            case Gesture.PRESS:
                return prompt.press
            case Gesture.HOLD:
                return prompt.hold
            case Gesture.UNDO:
                return Offer.BACK if prompt.hold is Offer.SELECT else prompt.hold
            case _:
                return None

    def menu_held(self) -> bool:
        """The button was held for the menu: it opens, or closes; returns whether the match has the tray again."""
        if self._menu.is_open:
            return self.close()
        if self._game.setup is not None:
            self._service.leave()
            self._menu.open()
        return False

    def ask_to_start(self) -> None:
        """Start what is prepared once people have said that the match which is kept is given up for it."""
        self._game.signal(Signal.CLICK)
        self._menu.ask_to_start()

    def enter_service(self) -> None:
        """Let people try out switches and all else."""
        self._menu.close()
        if not self._service.is_on:
            self._service.enter(self._game.now)

    def do(self, offer: Offer) -> bool:
        """Do what the button offered; returns whether the match has the tray again."""
        now = self._game.now
        if not self._menu.is_open:
            if offer is Offer.LEAVE_SERVICE:
                self._game.signal(Signal.ACCEPTED)
                return self.close()
            sound = self._service.next_page(now)
            if sound is not None:
                self._game.signal(sound)
            return False
        if self._menu.do(offer):
            return False
        if self._menu.wants_service:
            self._service.enter(now)
            return False
        return self.close()

    def choose(self, what: ChooseEntry) -> None:
        """Select an entry of the menu by what it is. Raises TableRefusal where it is not to be seen."""
        self._menu.choose(what)
        if self._menu.wants_service:
            self._service.enter(self._game.now)
        elif not self._menu.is_open:
            self.close()

    def stir(self) -> None:
        """Somebody is at the button."""
        if self._menu.is_open:
            self._menu.stir()
        else:
            self._service.stir(self._game.now)

    def flaps_moved(self, changes: Iterable[FlapChange]) -> None:
        """Flaps moved, which the match will see when it has the tray again."""
        self._flaps_moved = True
        if self._service.is_on:
            self._service.flaps_moved(changes, self._game.now)

    def could_not_shut_down(self) -> None:
        """The computer would not be shut down."""
        self._menu.could_not_shut_down()

    def pass_time(self, now: Micros) -> bool:
        """Let happen what is due; returns whether the match has the tray again."""
        if not self.is_open:
            return False
        if self._service.is_on:
            sound = self._service.pass_time(now)
            if sound is not None:
                self._game.signal(sound)
        due = self._menu.deadline if self._menu.is_open else self._service.leaves_at
        return due is not None and due <= now and self.close()

    def close(self) -> bool:
        """Give the tray back to the match; always True."""
        self._menu.close()
        self._service.leave()
        moved, self._flaps_moved = self._flaps_moved, False
        self._game.go_on_after(moved=moved)
        return True
