"""A line between a scanner's port and its host that loses, doubles, delays, splits and flips bytes, both ways."""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from collections import deque
from random import Random
from types import TracebackType

KINDS = ("loses", "doubles", "delays", "splits", "flips")
HOW_OFTEN = 0.1
"""Of the pieces that the line carries."""
LONGEST_DELAY_S = 0.08


class BadLine:
    """``port`` is what the host opens; ``did`` counts what was done to pieces, by kind."""

    def __init__(self, scanner: str, kinds: tuple[str, ...]) -> None:
        self._chance = Random(8)
        self._kinds = kinds
        self.did = dict.fromkeys(KINDS, 0)
        self._near, far = pty.openpty()
        tty.setraw(far)
        self.port = os.ttyname(far)
        os.close(far)
        self._far = os.open(scanner, os.O_RDWR | os.O_NOCTTY)
        self._carried: dict[int, deque[tuple[float, bytes]]] = {self._near: deque(), self._far: deque()}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)

    def __enter__(self) -> BadLine:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        os.close(self._near)
        os.close(self._far)

    def _carry(self) -> None:
        while not self._over.is_set():
            for end in select.select([self._near, self._far], [], [], 0.002)[0]:
                try:
                    data = os.read(end, 4096)
                except OSError:  # nobody has opened it yet, or any more
                    self._over.wait(0.002)
                    continue
                self._take(self._far if end == self._near else self._near, data)
            for end, carried in self._carried.items():
                while carried and carried[0][0] <= time.monotonic():
                    os.write(end, carried.popleft()[1])

    def _take(self, end: int, data: bytes) -> None:
        """First in, first out: no byte overtakes another."""
        chance = self._chance
        kind = chance.choice(self._kinds) if chance.random() < HOW_OFTEN else ""
        now = time.monotonic()
        if kind:
            self.did[kind] += 1
        place = chance.randrange(len(data))
        late = chance.uniform(0, LONGEST_DELAY_S) if kind in ("delays", "splits") else 0.0
        pieces = {
            "loses": [],
            "doubles": [(now, data), (now, data)],
            "delays": [(now + late, data)],
            "splits": [(now, data[:place]), (now + late, data[place:])],
            "flips": [
                (now, data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :])
            ],
        }.get(kind, [(now, data)])
        carried = self._carried[end]
        for due, piece in pieces:
            carried.append((max(due, carried[-1][0]) if carried else due, piece))
