"""What the web room needs from whoever runs the table: the daemon, or a test.

Everything here is called on the event loop. Nothing here knows HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from stbpi.rules import RuleSet
from stbpi.rules.said import Said
from stbpi.table.events import Event
from stbpi.table.reports import ServiceReport, SwitchReport
from stbpi.table.setup import MatchSetup
from stbpi.table.view import TableView
from stbpi.web.advice import Advice, TurnCost
from stbpi.web.figures import Figures


@dataclass(frozen=True, slots=True)
class Fault:
    """Something of the machine that does not work at the moment.

    ``code`` is a fixed name (``stuck``, ``oled_gone``), ``message`` one sentence with the mend in English, ``part``
    what it concerns (``"side 0 flap 5"``, ``"oled 0"``). ``said`` is that sentence for other languages; None where it
    is about chips and pins, and English for everybody.
    """

    code: str
    message: str
    part: str
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class MenuText:
    """The page of the menu in one language: its title; of each entry what it is, and what holds now."""

    title: str
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table between two events.

    ``seq`` rises by one with each; ``text`` says in one sentence what the table wants next, ``menu`` what stands on
    the page of the menu that is open. ``texts`` and ``menus`` have the same in each language, for pages that speak
    another; ``menus`` is empty while the menu is closed. ``turns`` is what the turn that ended last has cost, or of a
    common throw everybody's; None without a trainer.
    """

    seq: int
    view: TableView
    text: str
    faults: tuple[Fault, ...] = ()
    menu: MenuText | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    menus: Mapping[str, MenuText] = field(default_factory=dict)
    turns: tuple[TurnCost, ...] | None = None


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A rule set that can be played here, without variants, and the names of its variants."""

    rules: RuleSet
    variants: tuple[str, ...]


class SimulatorError(ValueError):
    """The simulated tray cannot do what was asked: no such side, flap or display, or no such kind of fault.

    ``code`` is ``no_such_side``, ``no_such_flap``, ``no_such_display`` or ``no_such_fault``; the text is one
    sentence with the mend.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class EndingError(RuntimeError):
    """The program ends before what was asked is done; nothing has changed."""


Listener: TypeAlias = Callable[[Snapshot], None]
"""Called on the loop with every new snapshot, in order, none left out. It must neither block nor raise."""

Level: TypeAlias = tuple[int, bool]
"""Microseconds from now, and whether the contact is closed from then on."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A fault that is on: its kind, and the flap or the display it is of; neither where it is of the whole tray."""

    kind: str
    side: int | None = None
    flap: int | None = None
    display: int | None = None


@dataclass(frozen=True, slots=True)
class SimulatedParts:
    """What a simulated tray has beside its flaps, and what of it can be broken and is.

    ``of_flap``, ``of_display`` and ``of_all`` are kinds of faults by what each is about. ``displays`` has the side each
    stands before, None for one that all look at. ``lamps`` are the side of each and how it shines now (the name of a
    ``stbpi.table.lights.Light``), None while it is dark; the side is None for the lamp of the whole tray.
    """

    of_flap: tuple[str, ...]
    of_display: tuple[str, ...]
    of_all: tuple[str, ...]
    broken: tuple[Broken, ...]
    displays: tuple[int | None, ...]
    lamps: tuple[tuple[int | None, str | None], ...]


class SimulatedTray(Protocol):
    """The hands of people at a tray that has no wood.

    Each call returns what stands once the debounced picture shows it, or after a bounded wait where it never
    will (a cut wire, edges that end where they began).
    """

    async def flap(self, side: int, flap: int, *, closed: bool) -> Snapshot:
        """Move one flap, bouncing like the real thing. Raises SimulatorError."""

    async def edges(self, side: int, flap: int, edges: Sequence[Level]) -> Snapshot:
        """Give one contact these levels at these times. Raises SimulatorError."""

    async def fault(
        self, kind: str, side: int | None, flap: int | None, *, on: bool, display: int | None = None
    ) -> Snapshot:
        """Switch a named fault on or off, of one flap or display where the kind is about one. Raises SimulatorError."""

    def parts(self) -> SimulatedParts:
        """What there is beside the flaps, and what of it is broken on purpose."""


class Service(Protocol):
    """One table, as the web sees it."""

    @property
    def simulator(self) -> SimulatedTray | None:
        """The simulated tray; None where real switches are read."""

    def snapshot(self) -> Snapshot:
        """What stands now."""

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` with every snapshot after the one that stands now."""

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling ``listener``; nothing happens if it is not subscribed."""

    def rule_sets(self) -> tuple[RuleChoice, ...]:
        """What can be played: the built-in sets and those of the configuration."""

    def make_setup(
        self, rules: str, variants: Sequence[str], axes: Mapping[str, object], players: Sequence[str] | int
    ) -> MatchSetup:
        """Settle a match: a set with its variants and changed axes, names or a count, and a fresh secret.

        Raises RuleSetError (of ``stbpi.rules``) for rules that cannot be. What this tray cannot seat is
        refused when the match is prepared.
        """

    async def command(self, event: Event) -> Snapshot:
        """Hand an event to the table; returns once its consequence is on disk and shown.

        Raises TableRefusal (of ``stbpi.table.refusal``), IllegalAction or PlayersError (of ``stbpi.rules``);
        none of them has changed anything.
        """

    async def press(self, hold_ms: int) -> Snapshot:
        """Hold the dice button down for ``hold_ms`` and let go; returns once the press has acted."""

    async def put_finger(self, whose: str) -> Snapshot:
        """Press the dice button and stay on it; returns once the button is down.

        The button is down while anybody's finger is on it. A finger that is forgotten there is taken off without
        having pressed; so is one that comes down twice, before it comes down again.
        """

    async def keep_finger(self, whose: str) -> Snapshot:
        """Somebody's finger is still on the dice button: it is not forgotten there. Nothing where it is not on it."""

    async def lift_finger(self, whose: str, *, pressed: bool) -> Snapshot:
        """Let go of the dice button; returns once the press has acted, or was nothing as ``pressed`` says.

        Nothing happens where no such finger is on it, except that one with a name does not come down right after
        it was called off.
        """

    def switches(self) -> tuple[SwitchReport, ...]:
        """What every switch has done; nothing while there is no tray."""

    async def report(self) -> ServiceReport:
        """What is known of the tray and its computer beside the match, read anew."""

    def may_advise(self) -> bool:
        """Whether hints are given for the match that stands; everybody at the table is told so."""

    async def advise(self) -> Advice:
        """What each answer is worth to those who are to act. Raises NoAdviceError (of ``stbpi.web.advice``)."""

    def figures(self) -> Figures:
        """What was counted since the start."""

    @property
    def oleds(self) -> int:
        """How many OLEDs hang on the tray."""

    def oled_png(self, number: int) -> bytes:
        """What an OLED, counted from 0 to ``oleds``, shows now: a PNG, one pixel for one."""
