"""How many connections are let in, altogether and from one address, so that nobody takes them all."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from typing import cast

from aiohttp import web

from stbpi.web.errors import ApiError

MOST_CONNECTIONS = 512
"""Altogether; a browser keeps up to six and a WebSocket, so a pub's phones and screens, and a good reserve."""

MOST_FROM_ONE = 64
"""From one address of the network: ten browsers' worth, for people behind one router."""

KEPT_FOR_HERE = 64
"""Of all connections so many are only for this machine itself: the network cannot shut its screen out."""

HERE = frozenset(("127.0.0.1", "::1", "::ffff:127.0.0.1"))
"""Where programs on this machine come from when they call the page as 127.0.0.1, ::1 or localhost."""


def address_of(transport: asyncio.BaseTransport | None) -> str:
    """Where a connection comes from; empty once that is no longer known."""
    peer = None if transport is None else transport.get_extra_info("peername")
    return str(peer[0]) if peer else ""


def is_room(address: str, others: Collection[str]) -> bool:
    """Whether one more connection from an address may come in beside the ``others``."""
    if address in HERE:
        return len(others) < MOST_CONNECTIONS
    strangers = [other for other in others if other not in HERE]
    return (
        len(strangers) < MOST_CONNECTIONS - KEPT_FOR_HERE
        and len(others) < MOST_CONNECTIONS
        and strangers.count(address) < MOST_FROM_ONE
    )


class DoorKeeper:
    """Looks at every new connection, and hands it over to the server's own protocol or says that there is no room."""

    def __init__(self, runner: web.AppRunner) -> None:
        self._runner = runner
        self.turned_away = 0
        """How many found no room so far."""

    def open(self) -> asyncio.Protocol:
        """The protocol of one more connection, until it is known where it comes from."""
        return _Door(self)

    def look_at(self, connection: asyncio.Transport) -> None:
        """Let a connection in or turn it away."""
        server = self._runner.server
        if server is None:
            connection.abort()
            return
        others = [address_of(one.transport) for one in server.connections]
        if is_room(address_of(connection), others):
            protocol = server()
            connection.set_protocol(protocol)
            protocol.connection_made(connection)
            return
        self.turned_away += 1
        connection.write(_no_room())
        connection.close()


class _Door(asyncio.Protocol):
    def __init__(self, keeper: DoorKeeper) -> None:
        self._keeper = keeper

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._keeper.look_at(cast(asyncio.Transport, transport))


def _no_room() -> bytes:
    """What is told without anything having been read: reading is what there is no room for."""
    error = ApiError(503, "too_many_connections", "Too many connections are open; close some, or try again.")
    body = json.dumps(error.body()).encode()
    lines = (
        "HTTP/1.1 503 Service Unavailable",
        "Content-Type: application/json; charset=utf-8",
        f"Content-Length: {len(body)}",
        "Retry-After: 1",
        "Connection: close",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
