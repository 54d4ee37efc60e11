"""Lets go of connections that never ask, or never take what they asked for: each holds a descriptor and memory."""

from __future__ import annotations

import asyncio

from aiohttp import web

SILENT_S = 30.0
"""How long a connection may be open before its first request: far longer than the slowest phone takes."""

STUCK_S = 30.0
"""How long an answer may wait without one byte of it being taken: a phone that is out of reach for longer asks anew."""

LOOK_EVERY_S = 10.0


class SilentConnections:
    """Looks over the connections of a server now and then."""

    def __init__(self, runner: web.AppRunner) -> None:
        self._runner = runner
        self._loop = asyncio.get_running_loop()
        self._heard: set[object] = set()
        self._since: dict[object, float] = {}
        self._waiting: dict[object, tuple[int, float]] = {}
        self._timer = self._loop.call_later(LOOK_EVERY_S, self._look)

    def heard(self, request: web.Request) -> None:
        """Note that a connection has asked for something."""
        self._heard.add(request.protocol)

    def _look(self) -> None:
        self._timer = self._loop.call_later(LOOK_EVERY_S, self._look)
        now = self._loop.time()
        connections = self._runner.server.connections if self._runner.server else []
        # Only what is still open is remembered.
        self._heard.intersection_update(connections)
        self._since = {
            connection: self._since.get(connection, now)
            for connection in connections
            if connection not in self._heard
        }
        self._waiting = {
            connection: self._still_waiting(connection, connection.transport, now)
            for connection in connections
            if connection.transport is not None and connection.transport.get_write_buffer_size()
        }
        for connection in connections:
            silent_for = now - self._since.get(connection, now)
            _, since = self._waiting.get(connection, (0, now))
            if connection.transport is not None and (silent_for >= SILENT_S or now - since >= STUCK_S):
                connection.transport.abort()

    def _still_waiting(
        self, connection: object, transport: asyncio.Transport, now: float
    ) -> tuple[int, float]:
        """How many bytes of a connection are not taken yet, and since when they have not become fewer."""
        waiting = transport.get_write_buffer_size()
        before, since = self._waiting.get(connection, (0, now))
        return (waiting, since) if before and waiting >= before else (waiting, now)

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()
