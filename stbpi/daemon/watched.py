"""Telling systemd how the daemon is: it has started, its loop turns, it is stopping.

The protocol of sd_notify(3) and sd_watchdog_enabled(3): datagrams to the socket that ``NOTIFY_SOCKET`` names. Where
nobody watches, nothing is sent.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger("stbpi")

SOCKET = "NOTIFY_SOCKET"

FEEDS = 3
"""How often the watchdog is fed in the time it allows: twice is what sd_watchdog_enabled(3) asks for; once more, so
that one that comes late is no death."""


class Watched:
    """Feeds the watchdog by a timer of the loop, so that it starves when the loop hangs, whatever threads do."""

    def __init__(self, environment: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        """``environment`` is the process's unless given, and so is ``pid``."""
        self._address = environment.get(SOCKET, "")
        self._every_s = _every_s(environment, os.getpid() if pid is None else pid) if self._address else None
        self._socket: socket.socket | None = None
        self._timer: asyncio.TimerHandle | None = None

    def ready(self) -> None:
        """Say that people can play, and begin to feed the watchdog."""
        if not self._address:
            return
        try:
            self._socket = socket.socket(
                socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
            )
            # An @ stands for the zero byte that begins an abstract name.
            self._socket.connect("\0" + self._address[1:] if self._address[0] == "@" else self._address)
        except OSError as error:
            log.warning("systemd is not told that the daemon runs: %s: %s", self._address, error.strerror)
            self.close()
            return
        self._say("READY=1")
        if self._every_s is not None:
            self._feed(self._every_s)

    def stopping(self) -> None:
        """Say that the daemon is about to end, which may take some seconds."""
        self._say("STOPPING=1")

    def close(self) -> None:
        """Feed no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _feed(self, every_s: float) -> None:
        self._say("WATCHDOG=1")
        self._timer = asyncio.get_running_loop().call_later(every_s, self._feed, every_s)

    def _say(self, what: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.send(what.encode())
        except OSError as error:
            # A full queue: systemd is busy and has had word in time, or will not have; there is nobody else to tell.
            log.debug("systemd was not told %s: %s", what, error.strerror)


def _every_s(environment: Mapping[str, str], pid: int) -> float | None:
    """Seconds from one feed to the next; None where there is no watchdog, or it is another process's."""
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    try:
        allowed_us = int(environment.get("WATCHDOG_USEC", ""))
    except ValueError:
        return None
    return allowed_us / FEEDS / 1_000_000 if allowed_us > 0 else None
