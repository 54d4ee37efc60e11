"""Serving a table on a socket of its own and calling it as programs do."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from stbpi.web.server import Server, serve
from tests.web.described import check_answer
from tests.web.table_service import TableService

PATIENCE_S = 30
"""Whatever takes longer than this in a test has stopped."""


async def patiently(test: Coroutine[Any, Any, None]) -> None:
    """Wait for one test's coroutine; it fails when it hangs."""
    async with asyncio.timeout(PATIENCE_S):
        await test


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run one test's coroutine on a loop of its own."""
    asyncio.run(patiently(test))


def bound_socket() -> socket.socket:
    """A socket on a free port of the loopback."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", 0))
    return sock


@dataclass
class Answer:
    """What came back: status, headers, body as text."""

    status: int
    headers: Any
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass
class Caller:
    """A program that calls the API."""

    session: aiohttp.ClientSession
    server: Server
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def send(self, method: str, path: str, **how: Any) -> Answer:
        async with self.session.request(method, self.url + path, **how) as response:
            text = (await response.read()).decode("utf-8", "replace")
            check_answer(method, path, response.status, response.headers, text)
            return Answer(response.status, response.headers, text)

    async def get(self, path: str, **how: Any) -> Answer:
        return await self.send("GET", path, **how)

    async def post(self, call: str, body: Any = None, **how: Any) -> Answer:
        if body is not None:
            how["json"] = body
        return await self.send("POST", f"/api/v1/{call}", **how)

    async def state(self) -> Any:
        return (await self.get("/api/v1/state")).json

    async def events(self, **how: Any) -> aiohttp.ClientWebSocketResponse:
        return await self.session.ws_connect(self.url + "/api/v1/events", **how)


@asynccontextmanager
async def serving(
    service: TableService, *, token: str | None = None, simulated: bool = True, **how: Any
) -> AsyncIterator[Caller]:
    """The service on the web, with a caller."""
    sock = bound_socket()
    server = await serve(service, sock, token=token, simulated=simulated, **how)
    try:
        async with aiohttp.ClientSession() as session:
            yield Caller(session, server, sock.getsockname()[1])
    finally:
        await server.close()
