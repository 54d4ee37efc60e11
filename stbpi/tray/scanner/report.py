"""How a link is, as service mode tells it."""

from __future__ import annotations

from stbpi.table.reports import LinkReport, ResetCause
from stbpi.tray.scanner.backend import LinkStatus
from stbpi.tray.scanner.frames import NEVER_RESTS, Reset

_CAUSES = (
    (Reset.WATCHDOG, ResetCause.WATCHDOG),
    (Reset.BROWN_OUT, ResetCause.SUPPLY),
    (Reset.POWER_ON, ResetCause.POWER),
    (Reset.EXTERNAL, ResetCause.BUTTON),
)
"""The gravest first: the flags of several resets stand together until the firmware clears them."""


def link_report(status: LinkStatus) -> LinkReport:
    """What people are told of a link."""
    hello, stats = status.hello, status.stats
    restless = stats is not None and stats.longest_bounce == NEVER_RESTS
    return LinkReport(
        up=status.up,
        port=status.port,
        version=None if hello is None else f"{hello.major}.{hello.minor}",
        reset=None if hello is None else cause(hello.reset),
        frames_good=status.frames.good,
        frames_bad=status.frames.bad,
        scanner_frames_bad=None if stats is None else stats.frames_bad,
        resyncs=status.link.resyncs,
        missed=status.link.missed,
        losses=status.losses,
        longest_bounce_us=None if stats is None or restless else 100 * stats.longest_bounce,
        restless=restless,
    )


def cause(flags: int) -> ResetCause:
    """The gravest of the causes that MCUSR has."""
    return next((cause for flag, cause in _CAUSES if flags & flag), ResetCause.UNKNOWN)
