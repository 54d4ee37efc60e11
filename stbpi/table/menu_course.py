"""The menu while it is open: which page stands, and what a press, a hold and a long hold do there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stbpi.rules.actions import Correct, Retire
from stbpi.rules.said import N_, Said
from stbpi.table.button import SECOND
from stbpi.table.choices import Choices, Offers, Sound
from stbpi.table.events import ChooseEntry, Micros
from stbpi.table.game import Game
from stbpi.table.lineup import Line, Lineup
from stbpi.table.menu import Entry, Kind, MenuPage, Page
from stbpi.table.menu_pages import Pages, Situation
from stbpi.table.prompts import Offer, Prompt, PromptCode
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import DiceSource, TraySides
from stbpi.table.view import Outcome, Signal

LEAVES_AFTER: Micros = 30 * SECOND
"""Without a press for so long the menu was opened by mistake, or whoever opened it has gone."""

DOWN_AFTER: Micros = 120 * SECOND
"""A computer that still runs so long after it was told to shut down will not."""

REASON = N_("corrected at the table")
"""Why a score was corrected, for the record.

Records are read all over the world and compared: like their other fixed words this one is the same whatever the tray
speaks. Screens and pages know it, and say in their own language that the score was corrected.
"""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A match to prepare, and what is chosen with it."""

    line: Line
    choices: Choices


class Menu:
    """Open or not. Whoever calls it sees to the button and to time; ``game`` is what it acts on.

    ``choices`` are kept from one opening to the next. ``wants_service`` tells, once it has closed, that the service
    mode was chosen.
    """

    def __init__(self, game: Game, offers: Offers, sides: TraySides, choices: Choices) -> None:
        self.choices = choices
        self.wants_service = False
        self._game = game
        self._offers = offers
        self._lineup = Lineup(offers.shelf, sides, offers.names, offers.house, game.house)
        self._pages = Pages(offers, self._lineup)
        self._stack: list[MenuPage] = []
        self._wanted: _Wanted | None = None
        self._leaves_at: Micros = 0

    @property
    def is_open(self) -> bool:
        """Whether the menu has the screen and the button."""
        return bool(self._stack)

    @property
    def deadline(self) -> Micros | None:
        """When it closes by itself; None while it is closed."""
        return self._leaves_at if self._stack else None

    def open(self) -> None:
        """Show the first page."""
        self.wants_service = False
        self._stack = [self._pages.build(Page.MAIN, self._situation())]
        self.stir()

    def ask_to_start(self) -> None:
        """Ask whether the match that is kept is given up for the one prepared; that starts then."""
        self.wants_service = False
        self._stack = [self._pages.build(Page.SURE_GIVES_UP, self._situation())]
        self.stir()

    def close(self) -> None:
        """Leave, from whichever page."""
        self._stack = []
        self._wanted = None

    def stir(self) -> None:
        """Somebody is at it."""
        going_down = self.is_open and self._page.page is Page.GOING_DOWN
        if not going_down:
            self._leaves_at = self._game.now + LEAVES_AFTER

    def prompt(self) -> Prompt:
        """What the screen shows and the button does."""
        page = self._page
        several = len(page.entries) > 1
        only = Offer.BACK if page.entries else None
        return Prompt(
            code=PromptCode.MENU,
            player=page.player,
            press=Offer.NEXT_ENTRY if several else only,
            hold=Offer.SELECT if several else only,
            menu=page,
        )

    def do(self, offer: Offer) -> bool:
        """Do what the button offered on this page; returns whether the menu is still open."""
        match offer:
            case Offer.NEXT_ENTRY:
                self._next_entry()
            case Offer.SELECT:
                self._select(self._page.entries[self._page.chosen])
            case Offer.BACK:
                self._game.signal(Signal.ACCEPTED)
                self._back()
        return self.is_open

    def choose(self, what: ChooseEntry) -> None:
        """Select the one entry of this page that is meant, as if the button had.

        Raises TableRefusal where the menu is closed or has gone on since it was looked at.
        """
        if not self._stack:
            raise TableRefusal(
                "no_menu", Said.of(N_("The menu is closed; hold the button for 8 s to open it."))
            )
        meant = [
            place
            for place, entry in enumerate(self._page.entries)
            if (self._page.page, entry.kind) == (what.page, what.kind)
            and what.name in (None, entry.name)
            and what.number in (None, entry.number)
        ]
        if len(meant) != 1:
            raise TableRefusal(
                "no_such_entry", Said.of(N_("The menu has gone on since; look at it and choose again."))
            )
        self.stir()
        self._stack[-1] = replace(self._page, chosen=meant[0])
        self._select(self._page.entries[self._page.chosen])

    def could_not_shut_down(self) -> None:
        """The computer would not be shut down."""
        if self.is_open and self._page.page is Page.GOING_DOWN:
            self._stack[-1] = self._pages.build(Page.NOT_SHUT_DOWN, self._situation())
            self.stir()

    @property
    def _page(self) -> MenuPage:
        return self._stack[-1]

    def _situation(self) -> Situation:
        game = self._game
        assert game.setup is not None  # nothing can be held down before a match is prepared
        course = game.course if game.in_play else None
        return Situation(
            Line(game.setup.rules, game.setup.players),
            game.setup.dice_source,
            None if course is None else course.match,
            self.choices,
        )

    def _next_entry(self) -> None:
        page = self._page
        self._stack[-1] = replace(page, chosen=(page.chosen + 1) % len(page.entries))
        self._game.signal(Signal.CLICK)

    def _back(self) -> None:
        """One page back, as it was; from the first one the menu is left."""
        self._wanted = None
        self._stack.pop()
        if self._stack:
            self._rebuild()

    def _rebuild(self) -> None:
        """Draw up the page again: what can be chosen may have changed, where people are has not."""
        page = self._page
        kept = page.entries[page.chosen].kind if page.entries else None
        again = self._pages.build(
            page.page, self._situation(), player=page.player, points=page.points, chosen=page.chosen
        )
        if page.page is Page.MAIN:
            # Entries may have come or gone before the one that was chosen.
            place = next((at for at, entry in enumerate(again.entries) if entry.kind is kept), again.chosen)
            again = replace(again, chosen=place)
        self._stack[-1] = again

    def _push(self, page: Page, player: int | None = None) -> None:
        self._stack.append(self._pages.build(page, self._situation(), player=player))

    def _select(self, entry: Entry) -> None:
        page = self._page
        self._game.signal(Signal.ACCEPTED)
        if entry.kind is Kind.BACK or (entry.kind is Kind.NO and page.page is not Page.QUIET_HOURS):
            self._back()
            return
        match page.page:
            case Page.MAIN:
                self._from_main(entry)
            case Page.RULES | Page.VARIANTS | Page.FLAPS | Page.PLAYERS | Page.SEATS:
                self._choose_line(page.page, entry)
            case Page.DICE | Page.LANGUAGE | Page.SOUND | Page.QUIET_HOURS:
                self._choose(page.page, entry)
            case Page.SURE_ABANDONS | Page.SURE_GIVES_UP if self._wanted is not None:
                wanted = self._wanted
                self._stack.pop()
                self._prepare(wanted)
            case Page.SURE_GIVES_UP:
                self.close()
                self._game.start()
            case Page.SURE_SHUTS_DOWN:
                self._stack[-1] = self._pages.build(Page.GOING_DOWN, self._situation())
                self._leaves_at = self._game.now + DOWN_AFTER
                self._game.cause(Outcome(shut_down=True))
            case _:
                self._about_people(page, entry)

    def _from_main(self, entry: Entry) -> None:
        configured = self._offers.configured
        match entry.kind:
            case Kind.SERVICE:
                self.close()
                self.wants_service = True
            case Kind.RESET if configured is not None:
                self._want(Line(configured.rules, configured.players), configured.choices)
            case Kind.SHUT_DOWN:
                self._push(Page.SURE_SHUTS_DOWN)
            case _:
                self._push(Page(entry.kind.value))

    def _choose_line(self, page: Page, entry: Entry) -> None:
        now = self._situation().line
        lines: list[Line]
        match page, entry.kind:
            case Page.PLAYERS, Kind.SEATS:
                self._push(Page.SEATS)
                return
            case Page.RULES, _:
                lines = [line for line in self._lineup.sets(now) if line.rules.name == entry.name]
            case Page.VARIANTS, _:
                lines = [line for variant, line in self._lineup.variants(now) if variant == entry.name]
            case Page.FLAPS, _:
                lines = [line for count, line in self._lineup.flaps(now) if count == entry.number]
            case Page.PLAYERS, _:
                lines = [line for line in self._lineup.counts(now) if len(line.players) == entry.number]
            case _:
                lines = [self._lineup.seated_otherwise(now, entry.number or 0)]
        for line in lines:
            self._want(line, self.choices)

    def _choose(self, page: Page, entry: Entry) -> None:
        choices = self.choices
        match page:
            case Page.LANGUAGE:
                choices = replace(choices, language=entry.name)
            case Page.SOUND:
                choices = replace(choices, sound=Sound(entry.name))
            case Page.QUIET_HOURS:
                choices = replace(choices, quiet_hours=entry.kind is Kind.YES)
            case _:
                source: DiceSource = "entered" if entry.name == "entered" else "electronic"
                choices = replace(choices, dice_source=source)
        self._want(self._situation().line, choices)

    def _about_people(self, page: MenuPage, entry: Entry) -> None:
        match page.page, entry.kind:
            case Page.PEOPLE, _:
                self._push(Page(entry.kind.value))
            case Page.LEAVE, _:
                self._push(Page.SURE_LEAVES, entry.number)
            case Page.CORRECT, _:
                self._push(Page.POINTS, entry.number)
            case Page.POINTS, Kind.ADD:
                self._stack[-1] = replace(page, points=page.points + (entry.number or 0))
                self._rebuild()
            case Page.POINTS, _:
                self._decide(Correct(page.player or 0, page.points, REASON))
            case Page.SURE_LEAVES, _:
                self._decide(Retire(page.player or 0))

    def _decide(self, action: Correct | Retire) -> None:
        """Have the match take note; people then want to see how it stands."""
        try:
            self._game.decide(action)
        except TableRefusal:
            self._game.signal(Signal.WRONG)
            self._back()
        else:
            self._game.idle = False
            self.close()

    def _want(self, line: Line, choices: Choices) -> None:
        """Have this match prepared and these things chosen; people are asked first where another is unfinished."""
        situation = self._situation()
        wanted = _Wanted(line, choices)
        same = line == situation.line and choices.dice_source == situation.dice_source
        if same:
            self._take(choices)
            self._after(wanted)
        elif self._game.unfinished:
            self._wanted = wanted
            self._push(Page.SURE_GIVES_UP if self._game.kept else Page.SURE_ABANDONS)
        else:
            self._prepare(wanted)

    def _prepare(self, wanted: _Wanted) -> None:
        self._take(wanted.choices)
        self._game.prepare_line(wanted.line.rules, wanted.line.players, wanted.choices.dice_source)
        self._after(wanted)

    def _take(self, choices: Choices) -> None:
        if choices != self.choices:
            self.choices = choices
            self._game.cause(Outcome(choices=choices))

    def _after(self, wanted: _Wanted) -> None:
        """Where people are once they have chosen: still there where several things can be, else a page further up."""
        self._wanted = None
        if self._page.page not in (Page.MAIN, Page.VARIANTS, Page.SEATS):
            self._stack.pop()
        self._rebuild()
