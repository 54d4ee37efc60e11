"""Every phrase of the service mode.

Length budget: a title has 14 letters, a fact 20, beside a number 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

from stbpi.table.chi_square import ChiSquare
from stbpi.table.reports import DiceReport, LinkReport, ResetCause, Undervoltage
from stbpi.table.service_view import COUNTS_SECONDS, ServicePage
from stbpi.table.view import Signal

_P_DIGITS = 3


class ServiceWords:
    """The service mode in one language."""

    def __init__(self, messages: NullTranslations) -> None:
        self._messages = messages

    def title(self, page: ServicePage) -> str:
        """What a page is about."""
        _ = self._messages.gettext
        return {
            ServicePage.SWITCHES: _("Switches"),
            ServicePage.CHECKER: _("Screen"),
            ServicePage.LIT: _("Screen"),
            ServicePage.BORDER: _("Screen"),
            ServicePage.LAMPS: _("Lamps, sound"),
            ServicePage.DICE: _("Dice"),
            ServicePage.VERSIONS: _("Versions"),
            ServicePage.HEALTH: _("Computer"),
            ServicePage.SCANNER: _("Flap scanner"),
        }[page]

    # Switches.

    def move_each(self) -> str:
        """What to do for the switch test."""
        return self._messages.gettext("Move every flap")

    def stands(self, closed: bool) -> str:
        """How a flap stands."""
        _ = self._messages.gettext
        return _("closed") if closed else _("raised")

    def on_side(self, side: int) -> str:
        """Which side a flap is on, counted from 1."""
        return self._messages.gettext("side {side}").format(side=side + 1)

    def changes(self, count: int) -> str:
        """How often a switch has changed."""
        return self._messages.ngettext("{n} change", "{n} changes", count).format(n=count)

    def bounce(self, micros: int) -> str:
        """The longest bounce of a switch."""
        return self._messages.gettext("bounce {ms} ms").format(ms=f"{micros / 1000:.1f}")

    def ago(self, seconds: int) -> str:
        """How long ago it moved."""
        if seconds >= COUNTS_SECONDS:
            return self._messages.gettext("over a minute ago")
        return self._messages.gettext("{seconds} s ago").format(seconds=seconds)

    def doubted(self) -> str:
        """A flap whose switch is not believed."""
        return self._messages.gettext("not believed")

    def still(self, flaps: Sequence[int]) -> str:
        """The flaps that have not moved yet."""
        return self._messages.gettext("still: {flaps}").format(flaps=" ".join(str(flap) for flap in flaps))

    def all_seen(self) -> str:
        """Every flap has moved."""
        return self._messages.gettext("all seen")

    def no_switches(self) -> str:
        """The switches cannot be read."""
        return self._messages.gettext("Switches not read")

    # Lamps and buzzer.

    def lamp(self, side: int) -> str:
        """Which lamp is lit."""
        return self._messages.gettext("lamp of side {side}").format(side=side + 1)

    def no_lamps(self) -> str:
        """The tray has no lamps."""
        return self._messages.gettext("no lamps")

    def no_buzzer(self) -> str:
        """The tray has no buzzer."""
        return self._messages.gettext("no buzzer")

    def sound(self, signal: Signal) -> str:
        """Which signal is heard."""
        _ = self._messages.gettext
        name = {
            Signal.CLICK: _("click"),
            Signal.ACCEPTED: _("accepted"),
            Signal.WRONG: _("wrong"),
            Signal.BLOCKED: _("blocked"),
            Signal.SHUT: _("box shut"),
            Signal.TURN: _("your turn"),
        }[signal]
        return _("sound: {name}").format(name=name)

    def that_was_all(self) -> str:
        """Lamps and sounds have all been tried."""
        return self._messages.gettext("That was all")

    # Dice.

    def thrown(self, report: DiceReport) -> str:
        """How many dice of one source were thrown."""
        if report.source == "entered":
            return self._messages.gettext("by hand: {n} dice").format(n=report.dice)
        return self._messages.gettext("electronic: {n} dice").format(n=report.dice)

    def test(self, test: ChiSquare | None) -> str:
        """What the chi-square test came to: the statistic, its degrees of freedom, and p."""
        if test is None:
            return self._messages.gettext("too few for a test")
        p = f"{test.p:.{_P_DIGITS}f}" if test.p >= 0.001 else "<0.001"
        return f"chi2 {test.statistic:.1f} ({test.degrees}), p {p}"

    def nothing_thrown(self) -> str:
        """No throws are known."""
        return self._messages.gettext("No throws yet")

    # The computer.

    def reading(self) -> str:
        """What is not known yet is being read."""
        return self._messages.gettext("One moment")

    def temperature(self, celsius: float | None) -> str:
        """How warm the processor is."""
        if celsius is None:
            return self._messages.gettext("temperature not told")
        return f"{celsius:.0f} °C"

    def supply(self, undervoltage: Undervoltage) -> str:
        """Whether the supply is well."""
        _ = self._messages.gettext
        return {
            Undervoltage.NONE: _("supply is well"),
            Undervoltage.BEFORE: _("supply was too low"),
            Undervoltage.NOW: _("supply is too low!"),
            Undervoltage.UNKNOWN: _("supply not told"),
        }[undervoltage]

    # The flap scanner.

    def started(self, link: LinkReport) -> str:
        """Why it started last; while it is not heard, that."""
        _ = self._messages.gettext
        if link.reset is None or not link.up:
            return _("scanner not heard")
        return {
            ResetCause.POWER: _("started by power"),
            ResetCause.BUTTON: _("started by reset"),
            ResetCause.SUPPLY: _("supply had dipped"),
            ResetCause.WATCHDOG: _("program had hung"),
            ResetCause.UNKNOWN: _("start not told"),
        }[link.reset]

    def link(self, link: LinkReport) -> tuple[str, ...]:
        """What came over its line."""
        _ = self._messages.gettext
        counts = (
            _("frames {good}, bad {bad}").format(good=link.frames_good, bad=link.frames_bad),
            _("read anew {n} times").format(n=link.resyncs),
        )
        if link.restless:
            return (*counts, _("a switch never rests"))
        bounce = () if link.longest_bounce_us is None else (self.bounce(link.longest_bounce_us),)
        return (*counts, *bounce)

    def nowhere(self) -> str:
        """The page can be reached from this computer only."""
        return self._messages.gettext("no network address")
