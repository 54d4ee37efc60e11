"""What the tray wants next, as a value: every screen, lamp and page is drawn from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from stbpi.table.events import FlapRef
from stbpi.table.menu import MenuPage
from stbpi.table.service_view import ServiceView


class PromptCode(StrEnum):
    """The fixed names of what the tray can ask for or say."""

    PRESS_TO_START = "press_to_start"
    RAISE_FLAPS = "raise_flaps"
    PRESS_TO_ROLL = "press_to_roll"
    CLOSE_FLAPS = "close_flaps"
    CLOSE_MORE = "close_more"
    CONFIRM = "confirm"
    REOPEN = "reopen"
    CLOSE_AGAIN = "close_again"
    NOT_YOUR_SIDE = "not_your_side"
    BLOCKED = "blocked"
    PASSED = "passed"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    RESUME = "resume"
    MENU = "menu"
    SERVICE = "service"
    FAULT = "fault"


class Offer(StrEnum):
    """What letting go of the button does."""

    START = "start"
    ASK_TO_START = "ask_to_start"
    """Ask whether the match that is kept is given up for the one prepared."""
    THROW = "throw"
    THROW_ONE = "throw_one"
    THROW_AGAIN = "throw_again"
    CONFIRM = "confirm"
    NEXT = "next"
    NEW_MATCH = "new_match"
    GO_ON = "go_on"
    UNDO = "undo"
    MENU = "menu"
    PIP = "pip"
    """One more pip of the die being entered on the button."""
    NEXT_DIE = "next_die"
    """The first pip of the next one: the pause has ended the die before it."""
    CLEAR = "clear"
    """Forget the dice entered so far."""
    TRY_AGAIN = "try_again"
    """Give a flap that will not move another chance."""
    LEAVE_OUT = "leave_out"
    """Believe that flap's switch no longer."""
    NEXT_ENTRY = "next_entry"
    """The next entry of the menu."""
    SELECT = "select"
    """What the menu's cursor is on."""
    BACK = "back"
    """One page of the menu back."""
    NEXT_PAGE = "next_page"
    """The next page of the service mode."""
    LEAVE_SERVICE = "leave_service"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing to put right or to do.

    ``flaps`` are those the code speaks of: to raise for ``raise_flaps``, ``reopen``, ``not_your_side`` and
    ``resume``, to close for ``close_again``, possible for ``confirm``. ``close`` are those to close where an
    item asks for both (``raise_flaps`` of a set that starts with flaps closed, ``resume``,
    ``not_your_side``), and those that people have still to close for the house (``close_flaps``, ``close_more``).
    ``assumed`` are flaps whose switches are not believed and that would have to be closed for the answer to be
    complete: of a ``confirm`` they are among ``flaps``.
    """

    code: PromptCode
    player: int | None = None
    flaps: tuple[FlapRef, ...] = ()
    close: tuple[FlapRef, ...] = ()
    assumed: tuple[FlapRef, ...] = ()
    remaining: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The whole prompt: the most urgent code, what a screen needs with it, every discrepancy in ``items``.

    ``player`` is a seat; ``awaited`` is how many dice the throw will have that people enter, of which ``dice`` are
    those counted so far where ``hold`` is to clear them; ``remaining`` counts pips still to close (of a ``reopen``:
    once the flaps named are up), None where no throw or no one number says it; ``score`` is the score just noted
    (``blocked``). ``assumed`` are the flaps that people say are closed when they confirm: the prompt asks about them
    where a press does that. ``press`` and ``hold`` say what the button offers; ``releasing`` is set while it is held
    and says what letting go would do at this instant. While the menu is open ``menu`` is its page, in service mode
    ``service`` is what that shows.
    """

    code: PromptCode
    player: int | None = None
    dice: tuple[int, ...] = ()
    awaited: int | None = None
    remaining: int | None = None
    score: int | None = None
    flaps: tuple[FlapRef, ...] = ()
    close: tuple[FlapRef, ...] = ()
    assumed: tuple[FlapRef, ...] = ()
    winners: tuple[int, ...] = ()
    press: Offer | None = None
    hold: Offer | None = None
    releasing: Offer | None = None
    items: tuple[Item, ...] = ()
    menu: MenuPage | None = None
    service: ServiceView | None = None
