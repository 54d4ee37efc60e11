"""The host's half of the talk with a scanner. Pure: frames and instants in, frames to send and pictures out.

A scanner says HELLO from its reset on until it is welcomed; then it sends its picture, again and again until it is
acknowledged, and every 250 ms while nothing changes. Everything is idempotent: a frame that was lost comes again, one
that came twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from stbpi.table.events import Micros
from stbpi.tray.scanner.frames import (
    PROTOCOL,
    Ack,
    Config,
    Frame,
    Hello,
    Numbered,
    Ping,
    Snapshot,
    SnapshotFlags,
    Stats,
    Welcome,
    to_wire,
)

LINK_TIMEOUT: Micros = 2_000_000
"""A link without a snapshot for so long is down. Eight in a row, one every 250 ms, were lost then."""

BOOTING: Micros = 4_000_000
"""So long a scanner may take from the opening of its port to its first snapshot: an old bootloader of a Nano waits
2 s for an upload, and HELLO comes every 500 ms."""

REOPEN: Micros = 6_000_000
"""A port on which no scanner has been heard for so long is closed and looked for again. Opening resets the scanner, so
this must be well over ``BOOTING``: one that is slow to start must not be reset for ever."""

LEFT_OVER: Micros = 300_000
"""What comes sooner after the opening may have been under way in a USB chip before it: 64 bytes take 5.6 ms, and
heartbeats come every 250 ms."""

ASK_AGAIN: Micros = 500_000
"""Between two PINGs that wait for the same HELLO; writing the settings to EEPROM takes 3.4 ms a byte."""

CONFIG_TRIES = 4
"""A scanner whose HELLO names other settings after so many CONFIGs will not take them."""

BACKWARDS = 0x8000
"""A counter of 16 bits that went on by more than half of its range has gone back instead."""


class LinkState(StrEnum):
    """How far the talk has come."""

    CLOSED = "closed"
    LISTENING = "listening"
    """The port is open. Nothing is sent but what ``Session`` says."""
    GREETED = "greeted"
    """HELLO was answered, the picture is awaited."""
    LIVE = "live"
    REFUSED = "refused"
    """The scanner is not the one this tray needs."""


@dataclass(frozen=True, slots=True)
class Picture:
    """All flaps as a snapshot tells them: of each row, bit 0 is the first column, 1 for a switch that is made.

    ``at`` is when what is new in it came about, as far as can be known. ``anew`` tells that nobody saw how: it is a
    picture, no moves.
    """

    rows: tuple[int, ...]
    button: bool
    at: Micros
    anew: bool


@dataclass(frozen=True, slots=True)
class LinkCounters:
    """What the link has seen.

    ``missed`` counts changes that the scanner saw and no picture showed: flaps that went there and back between two.
    """

    resyncs: int = 0
    pictures: int = 0
    repeated: int = 0
    missed: int = 0
    overflows: int = 0
    strange: int = 0
    """Frames without a fault that a scanner does not send now, or not to a host."""


class Session:
    """One link. ``rows`` and ``columns`` are what the tray needs at least; ``config`` is what the scanner shall go by.

    Why a PING may come before HELLO: opening the port resets most boards, and a byte that reaches their bootloader
    could be taken for an upload, so nothing is sent until the scanner has shown that it runs. HELLO shows it; but where
    the wire for that reset is cut, or the board has none, a scanner that was welcomed before this program was
    started says HELLO no more. A snapshot shows just as well that it runs, once what was left over from before the
    opening is through.
    """

    def __init__(self, rows: int, columns: int, config: Config) -> None:
        self._rows = rows
        self._columns = columns
        self._config = config
        self._sequence = 0
        self._to_send: list[bytes] = []
        self._state = LinkState.CLOSED
        self._opened_at: Micros = 0
        self._heard_at: Micros | None = None
        self._picture_at: Micros | None = None
        self._ask_at: Micros | None = None
        self._config_sent = 0
        self._anew = True
        self._last: tuple[int, Snapshot] | None = None
        self._counters = LinkCounters()
        self.hello: Hello | None = None
        """What the scanner said of itself last."""
        self.stats: Stats | None = None
        """How it fares, as told last."""

    @property
    def state(self) -> LinkState:
        """How far the talk has come."""
        return self._state

    @property
    def counters(self) -> LinkCounters:
        """What the link has seen since this program began."""
        return self._counters

    @property
    def configured(self) -> bool:
        """Whether the scanner goes by the settings of this tray."""
        return self.hello is not None and self.hello.settings_crc == self._config.crc

    @property
    def refuses_settings(self) -> bool:
        """Whether it was told them often enough, and does not."""
        return self._config_sent >= CONFIG_TRIES and not self.configured

    @property
    def taken_anew(self) -> bool:
        """Whether the next picture may be taken as it is: what moves before it comes is nobody's move."""
        return self._anew or self._ask_at is not None

    @property
    def heard(self) -> bool:
        """Whether any frame has come since the port was opened."""
        return self._heard_at is not None

    def up(self, now: Micros) -> bool:
        """Whether pictures come."""
        return (
            self._state is LinkState.LIVE
            and self._picture_at is not None
            and now - self._picture_at < LINK_TIMEOUT
        )

    def overdue(self, now: Micros) -> bool:
        """Whether a picture should have come by now."""
        if self._picture_at is not None:
            return now - self._picture_at >= LINK_TIMEOUT
        return now - self._opened_at >= BOOTING

    def given_up(self, now: Micros) -> bool:
        """Whether the port should be closed and looked for again."""
        since = max(at for at in (self._opened_at, self._heard_at) if at is not None)
        # One that says HELLO but shows no picture does not hear us; opening anew may help it, too.
        shown = max(self._opened_at, self._picture_at or self._opened_at)
        mute = self._state is not LinkState.REFUSED and now - shown >= 2 * REOPEN
        return self._state is not LinkState.CLOSED and (now - since >= REOPEN or mute)

    @property
    def deadline(self) -> Micros:
        """When ``pass_time`` may have something to do, if nothing comes before."""
        shown = self._picture_at
        due = [(self._opened_at + BOOTING) if shown is None else shown + LINK_TIMEOUT]
        due.append(max(self._opened_at, self._heard_at or 0) + REOPEN)
        if self._ask_at is not None:
            due.append(self._ask_at)
        return min(due)

    def opened(self, now: Micros) -> None:
        """The port has been opened; the scanner may be starting."""
        self._begin(LinkState.LISTENING, now)

    def closed(self, now: Micros) -> None:
        """The port is gone."""
        self._begin(LinkState.CLOSED, now)

    def take_outgoing(self) -> bytes:
        """What is to be sent now."""
        outgoing, self._to_send = b"".join(self._to_send), []
        return outgoing

    def pass_time(self, now: Micros) -> None:
        """Take note of the time."""
        if self._ask_at is not None and now >= self._ask_at:
            self._ask(now)

    def receive(self, numbered: Numbered, now: Micros) -> Picture | None:
        """A frame came. Returns the picture it told, where it told one that is new."""
        frame = numbered.frame
        self._heard_at = now
        match frame:
            case Hello():
                self._greet(frame, now)
            case Snapshot():
                return self._look(numbered.sequence, frame, now)
            case Stats():
                self.stats = frame
                self._runs(now)
            case _:
                self._count(strange=1)
        return None

    def _begin(self, state: LinkState, now: Micros) -> None:
        self._state = state
        self._opened_at = now
        self._heard_at = self._picture_at = self._ask_at = None
        self._to_send.clear()
        self._config_sent = 0
        self._anew = True

    def _send(self, frame: Frame) -> None:
        # A 0x00 before it ends whatever noise the scanner has heard so far.
        self._to_send.append(b"\0" + to_wire(self._sequence, frame))
        self._sequence = self._sequence + 1 & 0xFF

    def _ask(self, now: Micros) -> None:
        self._send(Ping())
        self._ask_at = now + ASK_AGAIN

    def _greet(self, hello: Hello, now: Micros) -> None:
        self.hello = hello
        self._ask_at = None
        # Whatever came before it, the scanner may have been reset since.
        self._anew = True
        if hello.protocol != PROTOCOL or hello.rows < self._rows or hello.columns < self._columns:
            self._state = LinkState.REFUSED
            self._picture_at = None
            return
        if self._state is not LinkState.LIVE:
            self._state = LinkState.GREETED
        self._send(Welcome())
        if not self.configured and self._config_sent < CONFIG_TRIES:
            self._config_sent += 1
            self._send(self._config)
            self._ask(now)

    def _runs(self, now: Micros) -> None:
        """A frame came that no bootloader sends: ask a scanner that does not say HELLO for it."""
        if self._state is LinkState.LISTENING and self._ask_at is None and now - self._opened_at >= LEFT_OVER:
            self._ask(now)

    def _look(self, sequence: int, snapshot: Snapshot, now: Micros) -> Picture | None:
        if self._state not in (LinkState.GREETED, LinkState.LIVE):
            self._runs(now)
            return None
        if self.hello is None or len(snapshot.rows) != self.hello.rows:
            self._count(strange=1)
            return None
        # Also what was acknowledged before: it may not have heard.
        self._send(Ack(sequence))
        self._state = LinkState.LIVE
        self._picture_at = now
        last, self._last = self._last, (sequence, snapshot)
        anew, self._anew = self._anew, False
        if not anew and last == (sequence, snapshot):
            self._count(repeated=1)
            return None
        before = None if last is None else last[1]
        if not anew and before is not None:
            anew = self._jumped(before, snapshot)
        if snapshot.flags & SnapshotFlags.OVERFLOW:
            self._count(overflows=1)
        self._count(pictures=1, resyncs=int(anew))
        # It has been at rest for the scanner's own window by the time it is told.
        rested = 1_000 * self._config.debounce_ms if self.configured else 0
        return Picture(snapshot.rows, snapshot.button, now - rested, anew)

    def _jumped(self, before: Snapshot, snapshot: Snapshot) -> bool:
        """Whether the scanner cannot have come from the one to the other without a reset between."""
        if snapshot.flags & SnapshotFlags.FIRST:
            return True
        went_on = snapshot.changes - before.changes & 0xFFFF
        differing = _differing(before.rows, snapshot.rows)
        if went_on >= BACKWARDS or (differing and not went_on):
            return True
        self._count(missed=max(0, went_on - differing - (before.button != snapshot.button)))
        return False

    def _count(
        self,
        *,
        resyncs: int = 0,
        pictures: int = 0,
        repeated: int = 0,
        missed: int = 0,
        overflows: int = 0,
        strange: int = 0,
    ) -> None:
        before = self._counters
        self._counters = replace(
            before,
            resyncs=before.resyncs + resyncs,
            pictures=before.pictures + pictures,
            repeated=before.repeated + repeated,
            missed=before.missed + missed,
            overflows=before.overflows + overflows,
            strange=before.strange + strange,
        )


def _differing(one: Sequence[int], other: Sequence[int]) -> int:
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))
