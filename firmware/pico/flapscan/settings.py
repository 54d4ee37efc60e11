"""What the scanner remembers without power: four bytes, a version, the debounce and a CRC of both, low byte first."""

from flapscan.crc16 import crc16
from flapscan.debounce import WINDOW_MAX, WINDOW_MIN

VERSION = 1
DEFAULT_DEBOUNCE_MS = 30
"""As stbpi's own, DEFAULT_WINDOW_MS."""

BYTES = 4


class Settings:
    """``load`` returns the bytes as they were stored, ``store`` keeps new ones; both may take their time."""

    def __init__(self, load: object, store: object) -> None:
        self._store = store
        self.debounce_ms = DEFAULT_DEBOUNCE_MS
        self._changed = False
        stored = load()
        if len(stored) == BYTES and _possible(stored[1]) and bytes(stored) == _bytes(stored[1]):
            self.debounce_ms = stored[1]

    @property
    def crc(self) -> int:
        """Of the two bytes as stored, version and debounce."""
        stored = _bytes(self.debounce_ms)
        return stored[2] | stored[3] << 8

    def change(self, debounce_ms: int) -> bool:
        """False, and nothing changed, for what cannot be."""
        if not _possible(debounce_ms):
            return False
        # Flash wears with every write: what is there already is not written again.
        if debounce_ms != self.debounce_ms:
            self.debounce_ms = debounce_ms
            self._changed = True
        return True

    def tick(self) -> None:
        """Store what has changed."""
        if self._changed:
            self._changed = False
            self._store(_bytes(self.debounce_ms))


def _possible(debounce_ms: int) -> bool:
    return WINDOW_MIN <= debounce_ms <= WINDOW_MAX


def _bytes(debounce_ms: int) -> bytes:
    covered = bytes((VERSION, debounce_ms))
    crc = crc16(covered, 2)
    return covered + bytes((crc & 0xFF, crc >> 8))
