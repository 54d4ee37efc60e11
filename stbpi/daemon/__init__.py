"""The one place where all rooms are joined and run, on one asyncio loop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time

from stbpi.config import Settings
from stbpi.daemon.listen import AddressError, listen, page_address
from stbpi.daemon.loop import punctual_loop
from stbpi.tray.profile import Profile, load_profile

__all__ = ["AddressError", "run"]


def run(settings: Settings) -> int:
    """Run the daemon until SIGTERM or SIGINT; returns the exit status.

    The first line on stdout is the page's address. Raises an error of ours (one sentence) for a setting that cannot
    be: a profile that is not there, rules the tray has no flaps for, an address in use.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
    profile = load_profile(settings.board.profile, settings.folder)
    with listen(settings.web) as sock:
        print(page_address(sock), flush=True)  # noqa: T201 - what scripts read the address from
        with asyncio.Runner(loop_factory=punctual_loop) as runner:
            runner.run(_until_told_to_stop(settings, profile, sock))
    return 0


async def _until_told_to_stop(settings: Settings, profile: Profile, sock: socket.socket) -> None:
    from stbpi.daemon.program import play

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await play(settings, profile, sock, stop, _since_start)


def _since_start() -> float:
    """Seconds since this process was started, its interpreter's own start included (proc(5), field 22 of stat)."""
    with open("/proc/self/stat", encoding="ascii", errors="replace") as stat:  # noqa: PTH123 - not a file of ours
        ticks = int(stat.read().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
