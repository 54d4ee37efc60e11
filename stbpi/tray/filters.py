"""What stands between the contacts and the flap picture: quarantine, glitch filter and debounce, in that order.

Three things for three kinds of trouble, each with a file and numbers of its own. Nothing here looks at a clock.
"""

from __future__ import annotations

from collections.abc import Sequence

from stbpi.table.events import Micros
from stbpi.tray.debounce import Change, Debouncer, bits
from stbpi.tray.glitch import GlitchFilter
from stbpi.tray.parts import ScannerButton, ScannerCell
from stbpi.tray.profile import Contact, Filtering, Quarantine
from stbpi.tray.quarantine import Quarantined
from stbpi.tray.scanner.frames import MOST_DEBOUNCE_MS

MS: Micros = 1_000

AT_REST: Micros = 1
"""The window of what is told once it rests: the scanner has debounced it, and nobody waits twice."""

SCANNER_TELLS: Micros = 12_000
"""From a switch's rest to the loop: a scan of 1 ms, 2 ms for 21 bytes at 115,200 baud, as much for a frame before it,
1 ms in the USB chip, and something over."""


def scanner_window_ms(contacts: Sequence[Contact], profiles: Filtering, usual: Filtering) -> int:
    """The window the scanner is to debounce with: one for all of its switches, that of the slowest, as far as it
    takes it.
    """
    numbers = _effective(contacts, profiles, usual)
    on_it = (n.debounce_ms for n, c in zip(numbers, contacts, strict=True) if _debounced_already(c))
    return min(max(on_it, default=usual.debounce_ms), MOST_DEBOUNCE_MS)


def _debounced_already(contact: Contact) -> bool:
    return isinstance(contact.at, ScannerCell | ScannerButton)


def _effective(contacts: Sequence[Contact], profiles: Filtering, usual: Filtering) -> list[Filtering]:
    return [
        Filtering(
            usual.debounce_ms if own.debounce_ms == profiles.debounce_ms else own.debounce_ms,
            usual.glitch_ms if own.glitch_ms == profiles.glitch_ms else own.glitch_ms,
        )
        for own in (contact.filtering for contact in contacts)
    ]


class Filters:
    """Edges of a profile's contacts in, changes out. ``usual`` replaces the profile's numbers for those contacts
    that have none of their own, which are those that differ from ``profiles``.
    """

    def __init__(
        self, contacts: Sequence[Contact], profiles: Filtering, usual: Filtering, quarantine: Quarantine
    ) -> None:
        numbers = _effective(contacts, profiles, usual)
        at_rest = {index for index, contact in enumerate(contacts) if _debounced_already(contact)}
        self._window = usual.debounce_ms * MS
        self._own = {
            index: AT_REST if index in at_rest else number.debounce_ms * MS
            for index, number in enumerate(numbers)
            if index in at_rest or number.debounce_ms != usual.debounce_ms
        }
        self.slowest: Micros = MS * max(
            (max(number.debounce_ms, number.glitch_ms) for number in numbers), default=usual.debounce_ms
        ) + (SCANNER_TELLS if at_rest else 0)
        """How long after its last edge the slowest contact is told of."""
        self._glitches = GlitchFilter({index: n.glitch_ms * MS for index, n in enumerate(numbers)})
        self._quarantined = Quarantined(quarantine.changes_per_s, quarantine.quiet_s)
        self._debouncer = self._debouncer_at(0)
        self._levels = 0

    @property
    def levels(self) -> int:
        """The contacts as last heard of, bounce, spikes and hum."""
        return self._levels

    @property
    def settled(self) -> int:
        """The contacts as they came to rest last; those in quarantine as they did before."""
        return self._debouncer.settled

    @property
    def quarantined(self) -> int:
        """The contacts that are not believed."""
        return self._quarantined.out

    @property
    def floating(self) -> int:
        """Those of them that float: people have to see to them."""
        return self._quarantined.floating

    @property
    def moving(self) -> int:
        """The contacts whose debounce window is running."""
        return self._debouncer.moving

    @property
    def deadline(self) -> Micros | None:
        """When ``expire`` has something to do next, if no edge comes before."""
        due = (self._debouncer.deadline, self._glitches.deadline)
        return min((at for at in due if at is not None), default=None)

    def spikes(self, index: int) -> int:
        """How many lone spikes of this contact were not heeded."""
        return self._glitches.spikes(index)

    def edge(self, at: Micros, index: int, closed: bool) -> tuple[Change, ...]:
        """Contact ``index`` changed to ``closed`` at ``at``."""
        changes = self.expire(at)
        if self._heeds(at, index, closed):
            changes += self._debouncer.edge(at, index, closed)
        return changes

    def reread(self, at: Micros, levels: int) -> tuple[Change, ...]:
        """All levels, read again: where they differ an edge was lost at an unknown instant, and the contact moves
        as of now.
        """
        edges = levels ^ self._levels
        heeded = sum(1 << i for i in bits(edges) if self._heeds(at, i, bool(levels >> i & 1)))
        self._let_in(at)
        return self._debouncer.reread(at, self._debouncer.levels & ~heeded | levels & heeded)

    def expire(self, now: Micros) -> tuple[Change, ...]:
        """Report the contacts that have come to rest by ``now``, in the order they began to move."""
        self._let_in(now)
        return self._debouncer.expire(now)

    def give_back(self, now: Micros) -> tuple[Change, ...]:
        """Believe the contacts again that have been quiet long enough. One that rests otherwise than before its
        quarantine moves as of now.
        """
        changes: tuple[Change, ...] = ()
        for index in self._quarantined.quiet(now):
            closed = bool(self._levels >> index & 1)
            if closed != bool(self._debouncer.settled >> index & 1):
                changes += self._debouncer.edge(now, index, closed)
        return changes

    def begin_anew(self, now: Micros, levels: int) -> None:
        """Take ``levels`` for how the contacts rest, those in quarantine left out."""
        out = self._quarantined.out
        self._quarantined.unseen(now)
        self._glitches.forget_all()
        self._debouncer = self._debouncer_at(levels & ~out | self._debouncer.settled & out)
        self._levels = levels

    def _heeds(self, at: Micros, index: int, closed: bool) -> bool:
        """Keep the level, and say whether the debouncer is to know of it now."""
        bit = 1 << index
        self._levels = self._levels | bit if closed else self._levels & ~bit
        if self._quarantined.edge(at, index):
            self._glitches.forget(index)
            self._debouncer.settle(bit)
        if self._quarantined.out & bit:
            return False
        rested = None if self._debouncer.moving & bit else bool(self._debouncer.settled & bit)
        return self._glitches.heeds(at, index, closed, rested=rested)

    def _let_in(self, now: Micros) -> None:
        for late in self._glitches.lasted(now):
            self._debouncer.belated(late.at, late.index, late.closed, late.began)

    def _debouncer_at(self, levels: int) -> Debouncer:
        return Debouncer(self._window, levels=levels, own=self._own)
