"""Between two matches: what screens show while nobody does anything, and people sitting down."""

from __future__ import annotations

from collections.abc import Iterable

from stbpi.table.aside import Aside
from stbpi.table.attract import AttractPage, next_after, page_after
from stbpi.table.dice import FreshSecret
from stbpi.table.events import FlapChange, Micros
from stbpi.table.game import Game
from stbpi.table.played import Past
from stbpi.table.rest import Awakeness
from stbpi.table.seats import Seats
from stbpi.table.view import Rest, Signal


class Between:
    """A table between its matches. ``past`` is what was played before, as far as it has been read."""

    def __init__(
        self, game: Game, aside: Aside, awake: Awakeness, seats: Seats, fresh_secret: FreshSecret
    ) -> None:
        self.past = Past()
        self._game = game
        self._aside = aside
        self._awake = awake
        self._seats = seats
        self._fresh_secret = fresh_secret

    @property
    def is_now(self) -> bool:
        """Whether nothing is being played that anybody could want to see."""
        game = self._game
        return game.setup is not None and not game.in_play and not self._aside.is_open

    @property
    def page(self) -> AttractPage | None:
        """The page that is shown while nobody does anything."""
        if not self.is_now:
            return None
        return page_after(self._awake.alone, self.past, over=self._game.course is not None)

    @property
    def next_page(self) -> Micros | None:
        """When another page comes; none does on screens that are dark."""
        if not self.is_now or self._awake.rest is Rest.DARK:
            return None
        alone = next_after(self._awake.alone, self.past, over=self._game.course is not None)
        return None if alone is None else self._awake.when_alone(alone)

    def claim(self, changes: Iterable[FlapChange]) -> None:
        """A flap closed and raised says that somebody plays at its side, or no longer does."""
        game = self._game
        if game.setup is None or not self.is_now:
            self._seats.forget()
            return
        for side in self._seats.signs(changes, game.now):
            if game.setup.rules.rows != "own":
                continue
            setup = self._seats.claimed(game.setup, side, self._fresh_secret)
            if setup is None:
                game.signal(Signal.WRONG)
            else:
                game.seat(setup)
