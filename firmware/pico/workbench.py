"""The scanner's logic, driven by the same lines as firmware/host/workbench.c, under MicroPython or CPython.

crc HEX, encode HEX, decode HEX
debounce WINDOW PICTURE       begins anew; a picture is four hex digits for each row
window WINDOW                 from now on
scan PICTURE...               changed:settled for each; then the longest bounce
hum WINDOW PICTURE TIMES     that often there and back again; whether some contact never rests
eeprom [HEX]                  the bytes of the settings, new ones first if given
link CAUSE                    begins anew with what is stored
room BYTES                    what can be sent from now on; -1 any number
hear HEX                      bytes from the host
pass FROM UNTIL BUTTON CHANGES PRESSES PICTURE [HUM]   every millisecond from FROM to UNTIL, or until something is sent;
                              the answer is what was sent, the lamps, and the last millisecond
"""

import sys
from binascii import hexlify, unhexlify

from flapscan import ROWS
from flapscan.cobs import decode, encode
from flapscan.contacts import Contacts
from flapscan.crc16 import crc16
from flapscan.debounce import Row
from flapscan.link import Link
from flapscan.settings import Settings

LATE, LONGEST = 7, 12
"""What STATS shall say."""


class Shown:
    """Contacts that are what they are told to be."""

    longest = LONGEST

    def __init__(self, words: list) -> None:
        self.button = words[0] != "0"
        self.changes, self.presses = int(words[1]), int(words[2])
        self.rows = rows_of(words[3])
        self.humming = len(words) > 4 and words[4] == "1"


class Workbench:
    """``answer`` takes the words of a line and returns the line that answers it."""

    def __init__(self) -> None:
        self._stored = b"\xff" * 4
        self._sent = bytearray()
        self._room = -1
        self._window = 0
        self._rows = []
        self._settings = self._link = None

    def answer(self, words: list) -> str:
        """Carry out one line."""
        name, given = words[0], words[1:]
        if name == "crc":
            data = unhexlify(given[0])
            return "%04x" % crc16(data, len(data))
        if name == "encode":
            return text(encode(unhexlify(given[0])))
        if name == "decode":
            data = unhexlify(given[0])
            return text(decode(data, len(data)))
        if name in ("debounce", "window", "scan"):
            return self._debounce(name, given)
        if name == "hum":
            return self._hum(given)
        return self._talk(name, given)

    def _debounce(self, name: str, given: list) -> str:
        if name == "scan":
            return self._scan(given)
        self._window = int(given[0])
        if name == "debounce":
            self._rows = [Row(level) for level in rows_of(given[1])]
        for row in self._rows:
            row.restart(self._window)
        return ""

    def _scan(self, pictures: list) -> str:
        for picture in pictures:
            levels = rows_of(picture)
            changed = [row.scan(levels[number], self._window) for number, row in enumerate(self._rows)]
            # Said at once: a chip's heap does not hold it all.
            sys.stdout.write(shown(changed) + ":" + shown([row.settled for row in self._rows]) + " ")
        return str(max([row.longest for row in self._rows]))

    def _hum(self, given: list) -> str:
        levels = rows_of(given[1])
        contacts = Contacts([0] * ROWS, int(given[0]))
        for _ in range(int(given[2])):
            contacts.scan(levels)
            contacts.scan([0] * ROWS)
        return str(int(contacts.humming))

    def _talk(self, name: str, given: list) -> str:
        if name == "eeprom":
            if given:
                self._stored = unhexlify(given[0])
            return text(self._stored)
        if name == "link":
            self._room = -1
            self._settings = Settings(lambda: self._stored, self._keep)
            self._link = Link(self._settings, int(given[0]), self._send)
            return self._taken()
        if name == "room":
            self._room = int(given[0])
            return ""
        if name == "hear":
            for byte in unhexlify(given[0] if given else ""):
                self._link.hear(byte)
            return ""
        if name == "pass":
            return self._pass(int(given[0]), int(given[1]), Shown(given[2:]))
        raise ValueError(name)

    def _pass(self, now: int, until: int, contacts: Shown) -> str:
        while True:
            self._link.tick(now, contacts, LATE)
            self._settings.tick()
            if self._sent or now == until:
                return f"{self._taken()} {self._link.lamps} {now}"
            now += 1

    def _keep(self, stored: bytes) -> None:
        self._stored = stored

    def _send(self, frame: bytes) -> bool:
        if 0 <= self._room < len(frame):
            return False
        if self._room > 0:
            self._room -= len(frame)
        self._sent += frame
        return True

    def _taken(self) -> str:
        sent, self._sent = self._sent, bytearray()
        return text(sent)


def text(data: bytes) -> str:
    """Bytes as digits."""
    return hexlify(data).decode()


def rows_of(picture: str) -> list:
    """A word for each row."""
    return [int(picture[4 * row : 4 * row + 4], 16) for row in range(ROWS)]


def shown(rows: list) -> str:
    """A picture of them."""
    return "".join(["%04x" % row for row in rows])


def main() -> None:
    """Answer until there is nothing more."""
    bench = Workbench()
    while words := sys.stdin.readline().split():
        sys.stdout.write(bench.answer(words) + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()


main()
