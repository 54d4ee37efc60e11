"""The one place where all rooms are joined and run, on one asyncio loop."""

from __future__ import annotations

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import threading
import time

from stbpi.config import Settings
from stbpi.daemon.alone import check_alone
from stbpi.daemon.failure import DaemonFailed
from stbpi.daemon.listen import AddressError, listen, page_address
from stbpi.daemon.loop import punctual_loop
from stbpi.tray.profile import Profile, load_profile

__all__ = ["AddressError", "DaemonFailed", "run"]

STOPS = (signal.SIGTERM, signal.SIGINT)

MOST_DESCRIPTORS = 4096

LAST_WAIT_S = 0.3
"""For threads that are just ending, of the 5 s in which the daemon stops."""


def run(settings: Settings) -> int:
    """Run the daemon until SIGTERM or SIGINT; returns the exit status.

    The first line on stdout is the page's address; where the tray is simulated, a second one says where flaps are
    clicked. Raises an error of ours (one sentence) for a setting that cannot be: a profile that is not there, rules the
    tray has no flaps for, an address in use. Raises DaemonFailed while another stbpi plays on the same journal.
    """
    check_alone(settings.store.path)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(message)s")
    profile = load_profile(settings.board.profile, settings.folder)
    told = _Told()
    _take_more_descriptors()
    with listen(settings.web) as sock:
        page = page_address(sock)
        print(page, flush=True)  # noqa: T201 - what scripts read the address from
        if settings.board.backend == "simulated":
            # What is clicked has a page of its own beside the scoreboard.
            print(f"Flaps to click: {page}tray", flush=True)  # noqa: T201 - for whoever starts it by hand
        with asyncio.Runner(loop_factory=punctual_loop) as runner:
            runner.run(_until_told_to_stop(settings, profile, sock, told))
    _leave_no_thread_behind()
    return 0


class _Told:
    """Remembers being told to stop from the first moment on: a signal may come before there is a loop."""

    def __init__(self) -> None:
        self.to_stop = False
        for number in STOPS:
            signal.signal(number, self._handle)

    def _handle(self, _number: int, _frame: object) -> None:
        self.to_stop = True


async def _until_told_to_stop(settings: Settings, profile: Profile, sock: socket.socket, told: _Told) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in STOPS:
        loop.add_signal_handler(number, stop.set)
    if told.to_stop:
        return

    from stbpi.daemon.program import play

    await play(settings, profile, sock, stop, _since_start)


def _take_more_descriptors() -> None:
    """Raise the limit of open files to what the system allows, at most what a pub full of phones could use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _leave_no_thread_behind() -> None:
    """End the process even if a thread hangs in a disk or bus that no longer answers; Python would wait for it."""
    due = time.monotonic() + LAST_WAIT_S
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    for thread in others:
        if not thread.daemon:
            thread.join(max(0.0, due - time.monotonic()))
    if any(thread.is_alive() and not thread.daemon for thread in others):
        logging.getLogger("stbpi").warning("something did not let go in time and was left behind")
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)


def _since_start() -> float:
    """Seconds since this process was started, its interpreter's own start included (proc(5), field 22 of stat)."""
    with open("/proc/self/stat", encoding="ascii", errors="replace") as stat:  # noqa: PTH123 - not a file of ours
        ticks = int(stat.read().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
