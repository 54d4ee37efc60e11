"""Which signals are heard."""

from __future__ import annotations

from stbpi.table.choices import Sound
from stbpi.table.view import Signal, TableView


def is_heard(signal: Signal, view: TableView, *, quiet_now: bool) -> bool:
    """Whether a signal sounds: not where people want silence, always or at this hour.

    What is tried out in service mode is heard all the same.
    """
    service = view.prompt.service
    if service is not None and service.sound is signal:
        return True
    return view.choices.sound is not Sound.OFF and not (view.choices.quiet_hours and quiet_now)
