"""Looks at what comes in on a WebSocket before it is read: what a page sends has to be masked (RFC 6455, 5.1)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

_MASKED = 0x80
_SHORT = 0x7F
_LONGER = {126: 2, 127: 8}
"""What stands where the length does, and how many bytes after it have the length then."""

_MASK_BYTES = 4


class Masks:
    """Follows the frames of one connection, however they are cut."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._rest = 0

    def are_on(self, data: bytes) -> bool:
        """Whether every frame that begins in these bytes has a mask; after one without it nothing more is known."""
        at = 0
        while at < len(data):
            if self._rest:
                read = min(self._rest, len(data) - at)
                self._rest -= read
                at += read
                continue
            self._head.append(data[at])
            at += 1
            if len(self._head) < 2:
                continue
            if not self._head[1] & _MASKED:
                return False
            length = self._head[1] & _SHORT
            wanted = _LONGER.get(length, 0)
            if len(self._head) < 2 + wanted:
                continue
            self._rest = _MASK_BYTES + (int.from_bytes(self._head[2:]) if wanted else length)
            self._head.clear()
        return True


class _Masked(asyncio.Protocol):
    """Stands before the server's own protocol. Of a frame without a mask nothing is passed on, nor what follows it."""

    def __init__(self, server: asyncio.Protocol, unmasked: Callable[[], None]) -> None:
        self._server = server
        self._unmasked = unmasked
        self._masks: Masks | None = Masks()

    def data_received(self, data: bytes) -> None:
        if self._masks is None:
            return
        if self._masks.are_on(data):
            self._server.data_received(data)
        else:
            self._masks = None
            self._unmasked()

    def eof_received(self) -> bool | None:
        return self._server.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connection_lost(exc)

    def pause_writing(self) -> None:
        self._server.pause_writing()

    def resume_writing(self) -> None:
        self._server.resume_writing()


def watch_masks(connection: asyncio.Transport, unmasked: Callable[[], None]) -> None:
    """Call ``unmasked`` as soon as a frame without a mask comes in; to be called before the handshake is answered."""
    server = cast(asyncio.Protocol, connection.get_protocol())
    connection.set_protocol(_Masked(server, unmasked))
