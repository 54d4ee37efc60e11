"""Whether a write-ahead log is damaged, or only ends where the power went.

SQLite takes a log up to the first frame whose sum is wrong and drops the rest without a word. After a power cut
that is right: what lies there was never finished. After damage it throws away what was on disk, and people
must be told. The format: https://sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import os
import stat
import struct
from pathlib import Path
from typing import BinaryIO

from stbpi.store.schema import CHECKED_AT_START_BYTES

_HEADER = struct.Struct(">8I")
"""Magic, version, page size, checkpoints, two salts, two sums."""

_FRAME = struct.Struct(">6I")
"""Page, pages after the commit (0: no commit), two salts, two sums."""

_MAGIC = 0x377F0682
"""Its lowest bit set: the sums are over big-endian words."""

_SUMMED = 8
"""Bytes of a frame's header that its sum covers, beside the page."""

_PAGE_SIZES = frozenset(1 << power for power in range(9, 17))

_WORD = 0xFFFFFFFF


def log_of(path: Path) -> Path:
    """The write-ahead log that SQLite keeps beside a database."""
    return path.with_name(path.name + "-wal")


def log_damage(log: Path) -> str | None:
    """What is wrong with a log that nobody is writing, in a few words for a sentence; None where nothing is.

    Damage is a wrong sum with something finished behind it: a frame that ends a commit and bears the salts of this
    log. Frames of earlier logs, which SQLite leaves lying behind, bear others; a commit that was cut short has no end.
    Of a large log the first CHECKED_AT_START_BYTES are walked, which takes a desktop machine 0.1 s. A log that
    cannot be read has nothing to say here: opening it will.
    """
    try:
        # Never waits, whatever lies there: a pipe would.
        descriptor = os.open(log, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return None
            return _damage(file)
    except OSError:
        return None


def _damage(file: BinaryIO) -> str | None:
    header = file.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    magic, _, page_bytes, _, *salts, sum_0, sum_1 = _HEADER.unpack(header)
    order = ">" if magic & 1 else "<"
    sums = _sums(order, header[:24], (0, 0))
    if magic | 1 != _MAGIC | 1 or page_bytes not in _PAGE_SIZES or sums != (sum_0, sum_1):
        # Of a log that was only just begun nothing but zeros may have reached the disk.
        written = any(header) or any(file.read(CHECKED_AT_START_BYTES))
        return "its first bytes are wrong" if written else None
    broken: int | None = None
    for number in range(1, CHECKED_AT_START_BYTES // (_FRAME.size + page_bytes) + 1):
        frame = file.read(_FRAME.size + page_bytes)
        if len(frame) < _FRAME.size + page_bytes:
            break
        _, pages, *its_salts, sum_0, sum_1 = _FRAME.unpack_from(frame)
        ours = its_salts == salts
        if broken is not None:
            if ours and pages:
                return f"the sum of its page {broken} is wrong"
        elif ours and (sums := _sums(order, frame[_FRAME.size :], _sums(order, frame[:_SUMMED], sums))) == (
            sum_0,
            sum_1,
        ):
            continue
        else:
            broken = number
    return None


def _sums(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    """The two running sums, continued over ``data`` (a multiple of 8 bytes)."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for even, odd in zip(words, words, strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second
