"""Parts that do not work, as screens tell of them: a mark for any, in words what keeps people from playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stbpi.display.plain import plain
from stbpi.display.wording import Wording

_UNREAD = ("tray_gone", "part_gone")
"""Faults of parts that are not there; of those that switches hang on, nothing can be read then."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """A fault that stands: its ``code`` and the name of its ``part``, as the fault board has them."""

    code: str
    part: str


def unread(alarms: Sequence[Alarm], words: Wording) -> str:
    """What of the switches does not answer, in a few words; nothing where all do."""
    parts = [words.switches_on(*_kind(alarm.part)) for alarm in alarms if alarm.code in _UNREAD]
    gone = [part for part in parts if part]
    if not gone:
        return ""
    return words.no_answer(gone[0] if len(gone) == 1 else words.switches_on("pins"))


def _kind(part: str) -> tuple[str, str]:
    """What kind of part it is, and its name."""
    kind, _, name = part.partition(" ")
    return kind, plain(name)
