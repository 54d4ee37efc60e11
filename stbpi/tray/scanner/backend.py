"""The flap scanner as a source of contacts: its port opened, kept open and looked for again, its pictures as edges."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from stbpi.table.events import Micros
from stbpi.tray.bus_faults import Report, StandingFault
from stbpi.tray.handover import Handover
from stbpi.tray.parts import Scanner, ScannerButton, ScannerCell
from stbpi.tray.scanner.framelog import FrameLog
from stbpi.tray.scanner.frames import LONGEST, NEVER_RESTS, PROTOCOL, Config, Hello, Stats
from stbpi.tray.scanner.parser import Parser, ParserCounters
from stbpi.tray.scanner.port import NoPortError, Port, PortBusyError
from stbpi.tray.scanner.session import LinkCounters, LinkState, Picture, Session
from stbpi.tray.source import Edge, Numbered

RETRY: Micros = 500_000
"""Between attempts at a port that cannot be opened. A scanner that is plugged in again takes 2 s to speak; with this it
is back well within 5 s."""

TICK: Micros = 250_000
"""At least so often the link is looked at while something is wrong with it."""

STALE: Micros = 10_000_000
"""A link not looked at for so much longer than it was to be is held up, and its levels are no longer known. Nothing on
a port takes so long; a loop that comes late is no reason."""


class Opener(Protocol):
    """Finds and opens the port."""

    def open(self, *, another: bool) -> Port:
        """Open the port tried last, or, where ``another`` is asked for, the next. Raises OSError."""


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """How a link is, and what has come over it since the tray was opened."""

    port: str | None
    state: LinkState
    up: bool
    hello: Hello | None
    stats: Stats | None
    frames: ParserCounters
    link: LinkCounters
    losses: int


class ScannerContacts:
    """A ``ContactSource`` for the switches on the scanner.

    ``step`` and ``shut`` belong to the runner, mostly a thread that has the port to itself; all else to the loop. The
    scanner debounces: what it tells has come to rest.
    """

    def __init__(
        self,
        contacts: Numbered,
        scanner: Scanner,
        opener: Opener,
        *,
        loop: asyncio.AbstractEventLoop,
        report: Report,
        debounce_ms: int,
        frames_file: Path | None = None,
    ) -> None:
        self._loop = loop
        self._handover = Handover(loop)
        # Inversion happens here and nowhere else.
        self._inverted = sum(1 << number for number, contact in contacts if not contact.closed_when_made)
        # By row, the columns with their contacts; and the contact of the button.
        self._cells: dict[int, list[tuple[int, int]]] = {}
        self._button: int | None = None
        for number, contact in contacts:
            if isinstance(contact.at, ScannerCell):
                self._cells.setdefault(contact.at.row, []).append((1 << contact.at.column, 1 << number))
            elif isinstance(contact.at, ScannerButton):
                self._button = 1 << number
        self._scanner = scanner
        self._opener = opener
        self._port: Port | None = None
        self._parser = Parser()
        self._session = Session(scanner.rows, scanner.columns, Config(debounce_ms))
        self._frames = FrameLog(frames_file)
        self._retry_at: Micros = 0
        self._another = False
        self._losses = 0
        self._began: Micros | None = None
        soon = self._handover.soon
        self._gone = StandingFault(report, "scanner", "part_gone", soon)
        self._settings = StandingFault(report, "scanner, settings", "scanner_settings", soon)
        self._restless = StandingFault(report, "scanner, switches", "scanner_restless", soon)
        # What the runner saw last, None while the link is down; and until when it holds without another step.
        self._seen: int | None = None
        self._holds_until: Micros = 0

    # For the loop.

    @property
    def handover(self) -> Handover:
        """What is told to the loop; its ``anew`` is called when the link has come back."""
        return self._handover

    def watch(self, edge: Edge) -> None:
        """Report every edge from now on."""
        self._handover.edge = edge

    def read(self) -> int | None:
        """The levels as they were told last; None while the link is down.

        Never what the runner has just seen: a press is over at once, and must not be read back before it was told.
        """
        if self._loop.time() * 1_000_000 > self._holds_until + STALE:
            return None
        return self._handover.told

    def close(self) -> None:
        """Report nothing more. The port is its runner's to close."""
        self._handover.edge = None

    @property
    def status(self) -> LinkStatus:
        """How the link is. Values of one step, or, in the middle of one, of it and the one before."""
        session, port = self._session, self._port
        return LinkStatus(
            port=None if port is None else port.name,
            state=session.state,
            up=self._seen is not None and not session.taken_anew,
            hello=session.hello,
            stats=session.stats,
            frames=self._parser.counters,
            link=session.counters,
            losses=self._losses,
        )

    # For the runner.

    @property
    def port(self) -> Port | None:
        """The port while it is open, to wait for."""
        return self._port

    def step(self, now: Micros) -> Micros:
        """Do what is due at ``now``. Returns when to be called again if nothing comes before."""
        if self._began is None:
            self._began = now
        due = self._step(now)
        self._frames.pass_time(now)
        self._holds_until = due
        return due

    def shut(self) -> None:
        """Close the port."""
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def _step(self, now: Micros) -> Micros:
        if self._port is None:
            if now < self._retry_at:
                return self._retry_at
            try:
                self._port = self._opener.open(another=self._another)
            except OSError as error:
                return self._not_opened(now, error)
            self._another = False
            self._parser.forget()
            self._session.opened(now)
        try:
            self._exchange(self._port, now)
        except OSError as error:
            return self._lost(
                now, f"the scanner's port {self._port.name} is gone: {said_by(error)}; check its cable"
            )
        session = self._session
        if session.up(now):
            self._gone.well(now)
        elif session.overdue(now) or session.state is LinkState.REFUSED:
            self._silent(now, self._port.name)
        if session.given_up(now):
            self.shut()
            session.closed(now)
            self._another = not session.heard
            return now
        self._judge_settings(now)
        self._judge_rest(now)
        due = session.deadline
        if any(fault.standing for fault in (self._gone, self._settings, self._restless)):
            due = min(due, now + TICK) if due > now else now + TICK
        return due if due > now else now + TICK

    def _exchange(self, port: Port, now: Micros) -> None:
        """Hear and answer what has come."""
        for heard in self._parser.feed(port.read()):
            self._frames.heard(now, heard.raw, heard.trouble)
            if heard.frame is None:
                continue
            picture = self._session.receive(heard.frame, now)
            # Acknowledged once it has been handed over, and before the next is looked at.
            if picture is not None:
                self._take(picture)
            self._answer(port, now)
        self._session.pass_time(now)
        self._answer(port, now)

    def _answer(self, port: Port, now: Micros) -> None:
        outgoing = self._session.take_outgoing()
        if outgoing:
            self._frames.sent(now, outgoing)
            port.write(outgoing)

    def _take(self, picture: Picture) -> None:
        levels = self._inverted
        for row, cells in self._cells.items():
            made = picture.rows[row]
            for column, contact in cells:
                if made & column:
                    levels ^= contact
        if self._button is not None and picture.button:
            levels ^= self._button
        if picture.anew or self._seen is None:
            self._handover.arrived_anew(levels)
        elif levels != self._seen:
            self._handover.arrived(picture.at, levels)
        self._seen = levels

    def _not_opened(self, now: Micros, error: OSError) -> Micros:
        self._retry_at = now + RETRY
        # Its name is known where it is busy; where a device went it is in udev's lists a moment longer.
        self._another = not isinstance(error, NoPortError)
        busy = isinstance(error, PortBusyError)
        what = "the scanner's port is busy" if busy else "the scanner's port cannot be opened"
        mend = "" if isinstance(error, NoPortError | PortBusyError) else "; " + mend_of(error)
        self._down(now, f"{what}: {said_by(error)}{mend}")
        return self._retry_at

    def _lost(self, now: Micros, sentence: str) -> Micros:
        self.shut()
        self._session.closed(now)
        self._retry_at = now + RETRY
        self._down(now, sentence)
        return self._retry_at

    def _silent(self, now: Micros, port: str) -> None:
        session, hello = self._session, self._session.hello
        if session.state is LinkState.REFUSED and hello is not None:
            self._down(now, refusal(hello, self._scanner))
        elif not session.heard:
            frames = self._parser.counters
            garbage = f", only what is no frame ({frames.bad} times)" if frames.bad else ""
            if not garbage and self._parser.unended > LONGEST:
                garbage = ", only bytes among which no frame ends"
            self._down(
                now,
                f"nothing is heard of a scanner on {port}{garbage}; check that it is the scanner's port, its cable and "
                "its firmware",
            )
        elif session.state is LinkState.GREETED and session.counters.strange:
            self._down(
                now,
                f"the scanner on {port} shows other rows of flaps than it says it has; flash its firmware anew",
            )
        elif session.state is LinkState.GREETED:
            self._down(
                now,
                f"the scanner on {port} says who it is, but shows no flaps; it may not hear us: press its reset "
                "button, and change the cable if that does not help",
            )
        else:
            self._down(now, f"the scanner on {port} has fallen silent; check its cable and its supply")

    def _down(self, now: Micros, sentence: str) -> None:
        if self._seen is not None:
            self._losses += 1
            self._handover.went()
        if self._seen is not None or not self._gone.standing:
            self._frames.write(now, sentence)
        self._seen = None
        self._gone.bad(now, sentence)

    def _judge_settings(self, now: Micros) -> None:
        if self._session.refuses_settings:
            self._settings.bad(
                now,
                "the scanner does not keep the settings it is told, and debounces with its own; flash its firmware "
                "anew",
            )
        elif self._session.configured:
            self._settings.well(now)

    def _judge_rest(self, now: Micros) -> None:
        stats = self._session.stats
        if stats is None:
            return
        if stats.longest_bounce == NEVER_RESTS:
            self._restless.bad(
                now,
                "a switch on the scanner never comes to rest, and what it shows counts for nothing; look for a loose "
                "wire or a ground that is off: the flap or button that does not answer is the one",
            )
        else:
            self._restless.well(now)


MENDS: Mapping[int, str] = {
    errno.EACCES: "put the user stbpi runs as into the group dialout and log in anew",
    errno.ENOENT: "plug the scanner in, or correct the port in the profile",
    errno.ENOTTY: "correct the port in the profile",
    errno.EISDIR: "correct the port in the profile",
}
"""What people can do about a port, by errno."""


def mend_of(error: OSError) -> str:
    """What people can do about a port that cannot be opened."""
    return MENDS.get(error.errno or 0, "check its cable")


def said_by(error: OSError) -> str:
    """What an error says, in the words of the system, and of which file."""
    if error.strerror is None:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def refusal(hello: Hello, scanner: Scanner) -> str:
    """Why a scanner is not the one this tray needs."""
    if hello.protocol != PROTOCOL:
        return (
            f"the scanner speaks version {hello.protocol} of the protocol, and this program {PROTOCOL}; flash the "
            "firmware that comes with this program"
        )
    return (
        f"the scanner is built for {hello.rows} x {hello.columns} flaps, and the profile has {scanner.rows} x "
        f"{scanner.columns}; flash it for that many (a Nano or Pico reads 6 x 12 at most), or correct [scanner] in the "
        "profile"
    )
