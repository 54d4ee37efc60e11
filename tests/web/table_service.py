"""A real table behind the web room, played on a clock that only moves when somebody does something."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from stbpi.daemon.adviser import Adviser
from stbpi.daemon.coach import Coach
from stbpi.daemon.telling import tell
from stbpi.rules import Match, rule_set, rule_set_names, variants_of
from stbpi.table.choices import Choices
from stbpi.table.events import (
    ButtonDown,
    ButtonUp,
    Event,
    FlapChange,
    FlapsChanged,
    FlapsSeen,
    Tick,
)
from stbpi.table.reports import DiceReport, MachineReport, ServiceReport, SwitchReport, Undervoltage
from stbpi.table.setup import DiceSource, MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Outcome
from stbpi.web.advice import Advice, TurnCost
from stbpi.web.figures import Figures
from stbpi.web.service import (
    Broken,
    Fault,
    Level,
    Listener,
    RuleChoice,
    SimulatedParts,
    SimulatedTray,
    SimulatorError,
    Snapshot,
)

NINE = (tuple(range(1, 10)),)
TIMING = Timing()
MS = 1000


class TableService:
    """The service behind the web in these tests: events reach the table at once, settling takes no time."""

    def __init__(
        self,
        players: Sequence[str] = ("Ada", "Ben"),
        *,
        rules: str = "classic",
        variants: Sequence[str] = (),
        dice: DiceSource = "entered",
        sides: tuple[tuple[int, ...], ...] = NINE,
        simulated: bool = True,
        language: str = "en",
        hints: str = "never",
        trainer: bool = False,
        **axes: object,
    ) -> None:
        self._dice: DiceSource = dice
        self._now = 1_000_000
        self._sides = sides
        self.adviser = Adviser(hints)
        self._turns: tuple[TurnCost, ...] | None = None
        self._setup = self.make_setup(rules, variants, axes, players)
        self._table = self._prepared(language)
        self.faults: tuple[Fault, ...] = ()
        self.listeners: list[Listener] = []
        self._latest = self._picture(0)
        self.fingers: set[str] = set()
        self.oleds = 1
        self.counted = Figures()
        self.oled_text: str | None = None
        self.simulator: SimulatedTray | None = HandMovedTray(self) if simulated else None
        self.coach = Coach(self.adviser, self._train, lambda: self._table.history, wanted=trainer)
        self.coach.shown(Outcome(), self._table.view)

    def _prepared(self, language: str) -> Table:
        table = Table(TraySides(self._sides), TIMING, lambda: bytes(32), choices=Choices(language=language))
        table.prepare(self._setup, self._now)
        table.handle(FlapsSeen(tuple(frozenset[int]() for _ in self._sides)), self._now)
        return table

    def speak(self, language: str) -> Snapshot:
        """Begin again in another language."""
        self._table = self._prepared(language)
        return self.publish()

    def _picture(self, seq: int) -> Snapshot:
        view = self._table.view
        told = tell(view)
        return Snapshot(seq, view, told.text, self.faults, told.menu, told.texts, told.menus, self._turns)

    def publish(self) -> Snapshot:
        """Tell everybody what stands, whether or not it is new."""
        self._latest = self._picture(self._latest.seq + 1)
        for listener in tuple(self.listeners):
            listener(self._latest)
        return self._latest

    def handle(self, event: Event) -> Snapshot:
        """Hand an event to the table now."""
        outcome = self._table.handle(event, self._now)
        self.publish()
        self.coach.shown(outcome, self._table.view)
        return self._latest

    def _train(self, turns: tuple[TurnCost, ...] | None) -> None:
        self._turns = turns
        self.publish()

    def pass_time(self, ms: int) -> Snapshot:
        """Let time go by, with everything that is due in it."""
        until = self._now + ms * MS
        while (due := self._table.deadline) is not None and due <= until:
            self._now = max(self._now, due)
            self.handle(Tick())
        self._now = until
        return self._latest

    # What the web asks for.

    def snapshot(self) -> Snapshot:
        return self._latest

    def subscribe(self, listener: Listener) -> None:
        self.listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)

    def rule_sets(self) -> tuple[RuleChoice, ...]:
        return tuple(RuleChoice(rule_set(name), variants_of(name)) for name in rule_set_names())

    def make_setup(
        self, rules: str, variants: Sequence[str], axes: Mapping[str, object], players: Sequence[str] | int
    ) -> MatchSetup:
        chosen = rule_set(rules, variants, **axes)
        return MatchSetup(chosen, Match.start(chosen, players).players, self._dice, bytes(32))

    async def command(self, event: Event) -> Snapshot:
        return self.handle(event)

    async def press(self, hold_ms: int) -> Snapshot:
        self.handle(ButtonDown())
        self.pass_time(hold_ms)
        return self.handle(ButtonUp())

    async def put_finger(self, whose: str) -> Snapshot:
        if not self.fingers:
            self.handle(ButtonDown())
        self.fingers.add(whose)
        return self._latest

    async def keep_finger(self, whose: str) -> Snapshot:
        return self._latest

    async def lift_finger(self, whose: str, *, pressed: bool) -> Snapshot:
        if whose not in self.fingers:
            return self._latest
        self.fingers.discard(whose)
        if not pressed:
            self.handle(FlapsSeen(self._latest.view.closed))
        return self._latest if self.fingers else self.handle(ButtonUp())

    def switches(self) -> tuple[SwitchReport, ...]:
        view = self._latest.view
        return tuple(
            SwitchReport(
                f"flap {flap} of side {side + 1}",
                side,
                flap,
                flap in view.closed[side],
                3,
                1400,
                2.5,
                0,
                False,
            )
            for side, flaps in enumerate(view.sides.flaps)
            for flap in flaps
        )

    async def report(self) -> ServiceReport:
        return ServiceReport(
            self.switches(),
            (DiceReport("electronic", (5, 5, 5, 5, 5, 11)),),
            MachineReport("0.1.0", "3.11.2", "Linux 6.6", None, (), None, Undervoltage.UNKNOWN),
        )

    def may_advise(self) -> bool:
        return self.adviser.may(self._latest.view.setup.rules)

    async def advise(self) -> Advice:
        view = self._latest.view
        return await self.adviser.advise(view.match, view.setup.rules)

    def figures(self) -> Figures:
        return self.counted

    def oled_png(self, number: int) -> bytes:
        image = Image.new("1", (128, 64))
        ImageDraw.Draw(image).text((4 + 40 * number, 26), (self.oled_text or self._latest.text)[:20], fill=1)
        data = io.BytesIO()
        image.save(data, "PNG")
        return data.getvalue()


class HandMovedTray:
    """Flaps that move without bouncing and rest at once."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def flap(self, side: int, flap: int, *, closed: bool) -> Snapshot:
        change = FlapChange(side, flap, closed, self._service._now)
        self._service.handle(FlapsChanged((change,)))
        return self._service.pass_time(TIMING.settle_ms)

    def parts(self) -> SimulatedParts:
        broken = tuple(
            Broken(fault.code, *map(int, re.findall(r"\d+", fault.part))) for fault in self._service.faults
        )
        sides = range(len(self._service._sides))
        # One display is for all; of several each stands before a side.
        displays = tuple(sides[: self._service.oleds]) if self._service.oleds > 1 else (None,)
        lights = {0: "turn"} if self._service.snapshot().view.match else {}
        return SimulatedParts(
            of_flap=("stuck", "cut", "floating"),
            of_display=("oled_gone",),
            of_all=("bus_error",),
            broken=broken,
            displays=displays[: self._service.oleds],
            lamps=tuple((side, lights.get(side)) for side in sides),
        )

    async def edges(self, side: int, flap: int, edges: Sequence[Level]) -> Snapshot:
        return await self.flap(side, flap, closed=edges[-1][1])

    async def fault(
        self, kind: str, side: int | None, flap: int | None, *, on: bool, display: int | None = None
    ) -> Snapshot:
        if kind not in ("stuck", "floating", "cut"):
            raise SimulatorError("no_such_fault", f"There is no fault {kind!r}; known are 'cut', 'stuck'.")
        part = f"side {side} flap {flap}"
        fault = Fault(kind, f"Flap {flap} is {kind}; look at its switch.", part)
        self._service.faults = (fault,) if on else ()
        return self._service.publish()
