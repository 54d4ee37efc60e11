"""Memory that is held, by the file that asked for it: what grows is named, not only noticed."""

from __future__ import annotations

import gc
import linecache
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

_MADE_ONCE = (
    tracemalloc.Filter(inclusive=False, filename_pattern="<frozen *>"),
    tracemalloc.Filter(inclusive=False, filename_pattern=tracemalloc.__file__),
)
"""A module that is imported when it is first needed stays, and is no leak; nor is the measuring itself."""


class Held:
    """What the program holds at each mark."""

    def __init__(self) -> None:
        self._marks: list[tracemalloc.Snapshot] = []

    def mark(self) -> None:
        """Take down what is held now, after what can go has gone."""
        linecache.clearcache()  # sources that a logged traceback was quoted from: whoever asks first holds them all
        gc.collect()
        self._marks = [*self._marks[:1], tracemalloc.take_snapshot().filter_traces(_MADE_ONCE)]

    def grown(self) -> tuple[int, list[str]]:
        """By how many bytes the last mark is above the first, and the files that grew most."""
        first, last = self._marks
        by_file = last.compare_to(first, "filename")
        return sum(each.size_diff for each in by_file), [str(each) for each in by_file[:10]]


@contextmanager
def held() -> Iterator[Held]:
    """Trace memory for as long as this lasts."""
    tracemalloc.start()
    try:
        yield Held()
    finally:
        tracemalloc.stop()
