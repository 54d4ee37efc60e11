"""The HTTP server: one application of checks, calls and files, on a socket that is bound already."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from collections.abc import Collection

from aiohttp import web

from stbpi.locale import LANGUAGES
from stbpi.rules.said import N_, Said
from stbpi.web.answers import JSON_TYPE, answer_expectation, takes_gzip, unless_known
from stbpi.web.door import DoorKeeper
from stbpi.web.errors import ApiError
from stbpi.web.files import packed, page_files
from stbpi.web.gate import LARGEST_BODY, Gate, Handler, HttpLog, add_headers
from stbpi.web.guard import Rates, own_names
from stbpi.web.live import LiveFeed
from stbpi.web.metrics import Metrics, Traffic
from stbpi.web.phone import FindAddress, Phone
from stbpi.web.routes import Routes
from stbpi.web.service import Service
from stbpi.web.silent import SilentConnections

log = logging.getLogger(__name__)

KEEP_ALIVE_S = 75.0
"""How long an idle connection stays open, as browsers expect it."""

LINGER_S = 1.0
"""How long the rest of a refused body is read away, so that the caller gets to see why."""

CLOSE_S = 2.0
"""All of closing, of the 5 s in which the daemon stops."""


BACKLOG = 128
"""Connections that may wait in the kernel's queue while the program is busy."""

NO_VIRTUAL_TRAY = N_("The flaps of this tray are real: move them by hand. The scoreboard is at /.")


class Server:
    """A running server. ``close`` ends it."""

    def __init__(
        self,
        runner: web.AppRunner,
        listening: asyncio.Server,
        feed: LiveFeed,
        silent: SilentConnections,
    ) -> None:
        self._runner = runner
        self._listening = listening
        self._feed = feed
        self._silent = silent

    async def close(self) -> None:
        """Take no more calls, send the open pages away (1001), and be gone within CLOSE_S seconds."""
        self._silent.close()
        self._listening.close()
        self._feed.close()
        try:
            async with asyncio.timeout(CLOSE_S):
                await self._runner.cleanup()
        except TimeoutError:
            log.warning("Some connections did not close in time and were cut.")


async def serve(
    service: Service,
    sock: socket.socket,
    *,
    token: str | None,
    token_made: bool = False,
    simulated: bool,
    hosts: Collection[str] = (),
    find_address: FindAddress = lambda: None,
) -> Server:
    """Serve ``service`` on ``sock``, bound but not necessarily listening, until the server is closed.

    With a ``token`` every POST must bear it; ``token_made`` says that nobody chose it. ``simulated`` opens ``/tray``
    and ``/api/v1/sim/*``. ``hosts`` are names under which the tray may be called, beside this machine's own and any
    bare address. ``find_address`` tells where phones find it.
    """
    rates = Rates(time.monotonic)
    phone = Phone(find_address, token, rates)
    feed = LiveFeed(service, phone, simulated=simulated)
    gate = Gate(token, own_names(hosts), rates, lambda: service.snapshot().view.choices.language)
    app = web.Application(middlewares=[gate.answer_errors, gate.check], client_max_size=LARGEST_BODY)
    app.on_response_prepare.append(add_headers)
    app.add_routes(Routes(service, feed, phone, simulated=simulated).table())
    for path in page_files():
        handler = _no_tray if path == "/tray" and not simulated else _file_handler(path, service, token_made)
        app.router.add_get(path, handler, expect_handler=answer_expectation)
    runner = web.AppRunner(
        app,
        access_log=None,
        handle_signals=False,
        keepalive_timeout=KEEP_ALIVE_S,
        lingering_time=LINGER_S,
        # Closing pages get half of the time, the rest is for what is left to be cut.
        shutdown_timeout=CLOSE_S / 2,
        # A compressed body would be counted only after it has been blown up.
        auto_decompress=False,
        logger=HttpLog(log),
    )
    door = DoorKeeper(runner)
    metrics = Metrics(service, lambda: Traffic(feed.pages, dict(gate.answers), door.turned_away))
    app.router.add_get("/metrics", metrics.handle, expect_handler=answer_expectation)
    app.router.add_get("/api/v1/openapi.json", _description, expect_handler=answer_expectation)
    await runner.setup()
    silent = SilentConnections(runner)
    gate.heard = silent.heard
    listening = await asyncio.get_running_loop().create_server(door.open, sock=sock, backlog=BACKLOG)
    return Server(runner, listening, feed, silent)


async def _description(_request: web.Request) -> web.Response:
    # Read in when somebody asks: those who play never do.
    from stbpi.web.openapi import description

    return web.Response(text=json.dumps(description()), content_type=JSON_TYPE)


async def _no_tray(_request: web.Request) -> web.StreamResponse:
    raise ApiError(404, "not_simulated", Said.of(NO_VIRTUAL_TRAY))


def _file_handler(path: str, service: Service, token_made: bool) -> Handler:
    """Answers with a file of the page in the language that is asked for (``?lang=fr``), else in the tray's by then."""

    async def handler(request: web.Request) -> web.StreamResponse:
        wanted = request.query.get("lang")
        language = wanted if wanted in LANGUAGES else service.snapshot().view.choices.language
        file = page_files(language, token_made=token_made)[path]
        small = takes_gzip(request)
        tag = f'{file.etag[:-1]}-gzip"' if small else file.etag
        body = packed(file.data) if small else file.data
        response = unless_known(request, tag, body=body, content_type=file.content_type, charset="utf-8")
        response.headers["Vary"] = "Accept-Encoding"
        if small and response.status == 200:
            response.headers["Content-Encoding"] = "gzip"
        return response

    return handler
