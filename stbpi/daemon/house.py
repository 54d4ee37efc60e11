"""What the web room gets to see and ask of the running daemon, and what is done with each thing the table shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stbpi.daemon import away
from stbpi.daemon.adviser import Adviser
from stbpi.daemon.coach import Coach
from stbpi.daemon.faults import FaultBoard
from stbpi.daemon.flap_faults import FlapFaults
from stbpi.daemon.hands import Hands
from stbpi.daemon.keeper import Keeper
from stbpi.daemon.lights import lights_of
from stbpi.daemon.panels import Panels
from stbpi.daemon.power import Power
from stbpi.daemon.screens import Screens
from stbpi.daemon.service import MatchMaker, Publisher
from stbpi.daemon.sounds import is_heard
from stbpi.daemon.switches import Switches
from stbpi.daemon.tally import Tally
from stbpi.daemon.workshop import Workshop
from stbpi.rules import Match
from stbpi.table.choices import Sound
from stbpi.table.events import BelieveFlap, Event, FlapRef, PrepareMatch
from stbpi.table.prompts import PromptCode
from stbpi.table.refusal import TableRefusal
from stbpi.table.reports import ServiceReport, SwitchReport
from stbpi.table.setup import MatchSetup
from stbpi.table.view import Outcome, Signal, TableView
from stbpi.tray import SimulatorError as TraySimulatorError
from stbpi.tray.larger import with_larger_tray
from stbpi.web.advice import Advice
from stbpi.web.figures import DisplayFigures, Figures
from stbpi.web.service import Listener, RuleChoice, SimulatedTray, SimulatorError, Snapshot


class House:
    """The web's ``Service``, and the one who brings what the table shows to every surface."""

    def __init__(
        self,
        maker: MatchMaker,
        faults: FaultBoard,
        keeper: Keeper,
        publisher: Publisher,
        screens: Screens,
        panels: Panels,
        switches: Switches,
        flap_faults: FlapFaults,
        workshop: Workshop,
        power: Power,
        quiet_now: Callable[[], bool],
        tally: Tally,
        adviser: Adviser,
        coach: Coach,
    ) -> None:
        self._maker = maker
        self._faults = faults
        self._keeper = keeper
        self._publisher = publisher
        self._screens = screens
        self._panels = panels
        self._switches = switches
        self._flap_faults = flap_faults
        self._workshop = workshop
        self._power = power
        self._quiet_now = quiet_now
        self._tally = tally
        self._adviser = adviser
        self._coach = coach
        self._hands = Hands(switches, panels, keeper, self.snapshot)
        self.simulator: SimulatedTray | None = self._hands if switches.simulated else None
        faults.changed = self._tell_faults
        self._tell_faults()
        screens.show(publisher.latest.view)
        self._light(publisher.latest.view)
        flap_faults.show(publisher.latest.view)
        coach.shown(Outcome(), publisher.latest.view)

    # What the table shows.

    def show(self, outcome: Outcome, view: TableView) -> None:
        """Bring a view to every surface; its decisions are on disk."""
        self._tally.shown(outcome, view)
        away.told(view, self._faults)
        if outcome.shut_down:
            self._power.shut_down()
        changed = self._publisher.publish(view, self._faults.standing)
        self._coach.shown(outcome, view)
        if not changed:
            return
        if view.prompt.code is PromptCode.SERVICE:
            self._panels.know(self._workshop.known(view))
        self._workshop.show(view)
        self._screens.show(view)
        self._light(view)
        self._flap_faults.show(view)

    def know_more(self) -> None:
        """What the service mode shows beside the match has been read."""
        view = self._publisher.latest.view
        if view.prompt.code is PromptCode.SERVICE and self._panels.know(self._workshop.known(view)):
            self._screens.show(view)

    def signal(self, signal: Signal) -> None:
        """Sound a signal, unless people want silence."""
        view = self._publisher.latest.view
        if is_heard(signal, view, quiet_now=self._quiet_now()):
            self._switches.signal(signal, soft=view.choices.sound is Sound.LOW)

    def _light(self, view: TableView) -> None:
        self._switches.light(lights_of(view))

    def _tell_faults(self) -> None:
        self._publisher.publish(self._publisher.latest.view, self._faults.standing)
        if self._panels.warn(self._faults.standing):
            self._screens.show(self._publisher.latest.view)

    # What the web asks.

    def snapshot(self) -> Snapshot:
        """What stands now."""
        return self._publisher.latest

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` with every later snapshot."""
        self._publisher.subscribe(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stop calling ``listener``."""
        self._publisher.unsubscribe(listener)

    def rule_sets(self) -> tuple[RuleChoice, ...]:
        """The built-in sets and those of the configuration."""
        book = self._maker.book
        return tuple(RuleChoice(book.rule_set(name), book.variants_of(name)) for name in book.names())

    def make_setup(
        self, rules: str, variants: Sequence[str], axes: Mapping[str, object], players: Sequence[str] | int
    ) -> MatchSetup:
        """Settle a match with a fresh secret. Raises RuleSetError or PlayersError for what cannot be."""
        rule_set = self._maker.book.rule_set(rules, variants, axes)
        source = self._publisher.latest.view.choices.dice_source
        return self._maker.setup(rule_set, Match.start(rule_set, players).players, source)

    async def command(self, event: Event) -> Snapshot:
        """Hand an event to the table; returns once its consequence is on disk and shown.

        The refusal of a match that is too large for the tray says where it would fit.
        """
        if isinstance(event, BelieveFlap):
            self._flap_faults.believe(FlapRef(event.side, event.flap))
        try:
            await self._keeper.ask(event)
        except TableRefusal as refusal:
            if not isinstance(event, PrepareMatch):
                raise
            raise with_larger_tray(refusal, event.setup, simulated=self.simulator is not None) from refusal
        return self._publisher.latest

    async def press(self, hold_ms: int) -> Snapshot:
        """Hold the dice button down for ``hold_ms`` and let go; returns once the press has acted."""
        try:
            await self._switches.press(hold_ms)
        except TraySimulatorError as error:
            raise SimulatorError("button_busy", str(error)) from error
        return await self._settled()

    async def put_finger(self, whose: str) -> Snapshot:
        """Press the dice button and stay on it."""
        await self._switches.fingers.put(whose)
        return await self._settled()

    async def keep_finger(self, whose: str) -> Snapshot:
        """Stay on the dice button."""
        self._switches.fingers.keep(whose)
        return await self._settled()

    async def lift_finger(self, whose: str, *, pressed: bool) -> Snapshot:
        """Let go of the dice button; without ``pressed`` that was no press."""
        await self._switches.fingers.lift(whose, pressed=pressed)
        return await self._settled()

    async def _settled(self) -> Snapshot:
        await self._keeper.idle()
        return self._publisher.latest

    def switches(self) -> tuple[SwitchReport, ...]:
        """What every switch has done; nothing while there is no tray."""
        return self._switches.reports(self._publisher.latest.view.doubted)

    async def report(self) -> ServiceReport:
        """What is known of the tray and its computer beside the match, read anew."""
        return await self._workshop.read(self._publisher.latest.view)

    def may_advise(self) -> bool:
        """Whether hints are given for the match that stands."""
        return self._adviser.may(self._publisher.latest.view.setup.rules)

    async def advise(self) -> Advice:
        """What each answer is worth to those who are to act. Raises NoAdviceError."""
        view = self._publisher.latest.view
        return await self._adviser.advise(view.match, view.setup.rules)

    def figures(self) -> Figures:
        """What was counted since the start."""
        return self._tally.figures(
            faults=self._faults.reported,
            flaps={(ref.side, ref.flap): count for ref, count in self._switches.changes.items()},
            displays=tuple(DisplayFigures(frames=frames, bytes=sent) for frames, sent in self._panels.sent),
        )

    def close(self) -> None:
        """Leave the tray alone. What breaks from now on has no surface left to be told on but the log."""
        self._faults.changed = lambda: None
        self._workshop.close()
        self._adviser.close()
        self._coach.close()
        self._hands.close()

    @property
    def oleds(self) -> int:
        """How many OLEDs hang on the tray."""
        return self._panels.count

    def oled_png(self, number: int) -> bytes:
        """What an OLED shows now, as a PNG."""
        return self._panels.png(number)
