"""What is known of broken flaps from one evening to the next: how many rounds each has not moved in while others did,
which tells a stuck flap from one nobody needed, and which people have left out.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping
from pathlib import Path

from stbpi.table.events import FlapRef

log = logging.getLogger("stbpi")

ROUNDS = 50
"""A flap that was in play and did not move in so many rounds is stuck. The least wanted flap of any set, played
well by one player alone, is moved in one round of five: by chance that happens once in 70,000 times."""


class Census:
    """Counts rounds by flap, and keeps those left out, in a file. Without a path they are only remembered.

    The file is replaced whole and not synced: what a power cut takes is one round of fifty, or one hold of the button.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._writable = True
        self._still: dict[FlapRef, int] = {}
        self._changes: dict[FlapRef, int] = {}
        self._left_out: dict[FlapRef, bool] = {}
        if path is not None:
            self._load(path)

    @property
    def stuck(self) -> frozenset[FlapRef]:
        """The flaps that have not moved for too long."""
        return frozenset(ref for ref, rounds in self._still.items() if rounds >= ROUNDS)

    @property
    def left_out(self) -> Mapping[FlapRef, bool]:
        """The flaps that people have left out, and whether their switches said closed at the time."""
        return self._left_out

    def leave_out(self, flaps: Mapping[FlapRef, bool]) -> None:
        """These are left out now, and no others; of one that is already, what its switch said then counts."""
        left_out = {ref: self._left_out.get(ref, closed) for ref, closed in flaps.items()}
        if left_out != self._left_out:
            self._left_out = left_out
            self._save()

    def round_over(self, in_play: Collection[FlapRef], changes: Mapping[FlapRef, int]) -> None:
        """A round has ended. ``changes`` counts how often each flap that can be read has moved so far."""
        moved = {ref for ref, count in changes.items() if count != self._changes.get(ref, 0)}
        self._changes = dict(changes)
        if moved.isdisjoint(in_play):
            return  # nobody played with flaps, and nothing is known of any of them
        for ref in changes:
            if ref in moved:
                self._still.pop(ref, None)
            elif ref in in_play:
                self._still[ref] = self._still.get(ref, 0) + 1
        self._save()

    def moved(self, ref: FlapRef) -> None:
        """A flap that was stuck has moved."""
        if self._still.pop(ref, None) is not None:
            self._save()

    def _load(self, path: Path) -> None:
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
            still, left_out = known["rounds_without_moving"], known.get("left_out", [])
            self._still = {FlapRef(int(side), int(flap)): int(rounds) for side, flap, rounds in still}
            self._left_out = {FlapRef(int(side), int(flap)): bool(closed) for side, flap, closed in left_out}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.warning("%s cannot be used: %s; what is known of flaps is counted anew", path, error)

    def _save(self) -> None:
        if self._path is None:
            return
        known = {"rounds_without_moving": [[ref.side, ref.flap, n] for ref, n in sorted(self._still.items())]}
        if self._left_out:
            known["left_out"] = [[ref.side, ref.flap, said] for ref, said in sorted(self._left_out.items())]
        beside = self._path.with_name(self._path.name + ".new")
        try:
            beside.write_text(json.dumps(known), encoding="utf-8")
            beside.replace(self._path)
        except OSError as error:
            if self._writable:
                log.warning("what is known of flaps cannot be written to %s: %s", self._path, error)
            self._writable = False
        else:
            self._writable = True
