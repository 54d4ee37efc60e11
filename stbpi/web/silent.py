"""Lets go of connections that never ask for anything: each holds a descriptor, and those are counted."""

from __future__ import annotations

import asyncio

from aiohttp import web

SILENT_S = 30.0
"""How long a connection may be open before its first request: far longer than the slowest phone takes."""

LOOK_EVERY_S = 10.0


class SilentConnections:
    """Looks over the connections of a server now and then."""

    def __init__(self, runner: web.AppRunner) -> None:
        self._runner = runner
        self._loop = asyncio.get_running_loop()
        self._heard: set[object] = set()
        self._since: dict[object, float] = {}
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
        for connection in connections:
            silent_for = now - self._since.get(connection, now)
            if silent_for >= SILENT_S and connection.transport is not None:
                connection.transport.abort()

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()
