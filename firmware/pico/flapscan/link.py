"""The scanner's end of the serial link: who says what when. No clock and no port of its own.

It greets until it is welcomed. Then it tells pictures, one at a time: each is repeated, the same bytes, until it is
acknowledged, and only then comes the next. What happened meanwhile is in the next picture, or, where a contact went and
came back, in its overflow flag. A whole press is told in two pictures instead: nobody presses twice because of a wire.
"""

from flapscan import frames
from flapscan.contacts import ones

HELLO_EVERY_MS = 500
REPEAT_EVERY_MS = 50
"""A picture that nobody acknowledged."""
HEARTBEAT_EVERY_MS = 250
"""The last picture, acknowledged or not."""
STATS_EVERY_MS = 5000
FORSAKEN_AFTER_MS = 2000
"""Nobody acknowledges and nobody says anything else: the host has gone, and whoever comes wants a greeting."""

MOST = 0xFFFF
NEVER_RESTS = 0xFFFF
"""What STATS says as the longest bounce while some contact never comes to rest."""


class Link:
    """``send`` takes all bytes of a frame, or none and returns False where there is no room for them now.

    ``lamps`` is what the host last said of them: bit 0 is the first, 1 lights it.
    """

    def __init__(self, settings: object, reset_cause: int, send: object) -> None:
        self.lamps = 0
        self.welcomed = False
        self._settings = settings
        self._reset_cause = reset_cause
        self._send = send
        self._now = 0
        self._said_at = 0  # the last HELLO or SNAPSHOT
        self._heard_at = 0  # the last good frame
        self._stats_at = 0
        self._frames_bad = 0
        self._hello_due = True  # whatever the time
        self._snapshot_due = False  # likewise
        self._first = False  # the next picture is the first after a greeting
        self._unacknowledged = False
        # What was told last.
        self._sequence = 0
        self._changes = 0
        self._flags = 0
        self._rows = [0] * 6
        self._presses = 0
        self._hearing = frames.Hearing()
        # Whatever the interpreter said stands before our first frame: a zero ends it.
        send(b"\0")

    def hear(self, byte: int) -> None:
        """A byte from the host."""
        body = self._hearing.hear(byte)
        if body is None:
            return
        if body and self._obey(body):
            self._heard_at = self._now
        elif self._frames_bad < MOST:
            self._frames_bad += 1

    def tick(self, now_ms: int, contacts: object, scans_late: int) -> None:
        """To be called every millisecond, after what was heard: says what is due."""
        self._now = now_ms
        if self.welcomed and self._unacknowledged and now_ms - self._heard_at >= FORSAKEN_AFTER_MS:
            self._greet()
        if not self.welcomed:
            if self._hello_due or now_ms - self._said_at >= HELLO_EVERY_MS:
                self._say_hello()
            return
        news = contacts.changes != self._changes or contacts.presses != self._presses
        if self._first or (news and not self._unacknowledged):
            self._take(contacts)
        patience = REPEAT_EVERY_MS if self._unacknowledged else HEARTBEAT_EVERY_MS
        if self._snapshot_due or now_ms - self._said_at >= patience:
            self._say_snapshot()
        if now_ms - self._stats_at >= STATS_EVERY_MS:
            self._say_stats(contacts, scans_late)

    def _obey(self, body: bytes) -> bool:
        """True for what the host says in this protocol, with as much payload as it has."""
        kind, count = body[0], len(body) - 2
        if kind == frames.WELCOME:
            if count != 1 or body[2] != frames.PROTOCOL:
                return False
            self._welcome()
        elif kind == frames.ACK:
            if count != 1:
                return False
            if body[2] == self._sequence:
                self._unacknowledged = False
        elif kind == frames.CONFIG:
            if count != 4 or not self._settings.change(body[2]):
                return False
            self.lamps = body[3]
        elif kind == frames.PING and count == 0:
            self._greet()
        else:
            return False
        return True

    def _greet(self) -> None:
        self.welcomed = False
        self._hello_due = True

    def _welcome(self) -> None:
        if not self.welcomed:
            self._stats_at = self._now
        self.welcomed = True
        self._hello_due = False
        if self._unacknowledged and self._flags & frames.FIRST:
            self._snapshot_due = True  # welcomed twice: what is on its way is what is wanted
        else:
            self._first = True
            self._unacknowledged = False

    def _take(self, contacts: object) -> None:
        """Take the picture to be told next."""
        moved = contacts.changes - self._changes & MOST
        pressed = contacts.presses - self._presses & MOST
        button = contacts.button
        self._presses = contacts.presses
        if self._first:
            flags = frames.FIRST
        else:
            flags = 0
            if pressed and not pressed & 1:
                # It went and came back: what was in between comes first, and then, as one more change, how it is.
                button = not button
                self._presses = contacts.presses - 1 & MOST
            if moved != self._differing(contacts.rows) or pressed > 2:
                flags = frames.OVERFLOW
        if button:
            flags |= frames.BUTTON
        self._flags = flags
        self._changes = contacts.changes
        self._rows[:] = contacts.rows
        self._sequence = self._sequence + 1 & 0xFF
        self._first = False
        self._unacknowledged = True
        self._snapshot_due = True

    def _differing(self, rows: list) -> int:
        count = 0
        for number, row in enumerate(rows):
            if row != self._rows[number]:
                count += ones(row ^ self._rows[number])
        return count

    def _say_hello(self) -> None:
        if self._send(frames.hello(self._reset_cause, self._settings.crc)):
            self._hello_due = False
            self._said_at = self._now

    def _say_snapshot(self) -> None:
        if self._send(frames.snapshot(self._sequence, self._changes, self._flags, self._rows)):
            self._snapshot_due = False
            self._said_at = self._now

    def _say_stats(self, contacts: object, scans_late: int) -> None:
        bounce = NEVER_RESTS if contacts.humming else 10 * contacts.longest
        uptime = self._now & 0xFFFFFFFF
        if self._send(frames.stats(uptime, scans_late & MOST, self._frames_bad, bounce)):
            self._stats_at = self._now
