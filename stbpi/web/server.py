"""The HTTP server: one application of checks, calls and files, on a socket that is bound already."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Collection
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from stbpi.locale import LANGUAGES
from stbpi.rules.errors import shown
from stbpi.web.answers import answer_expectation, refused, unless_known
from stbpi.web.errors import ApiError, nearest
from stbpi.web.files import page_files
from stbpi.web.guard import (
    HEADERS,
    POSTS_PER_SECOND,
    Allowance,
    check_host,
    check_origin,
    check_token,
    own_names,
)
from stbpi.web.live import LiveFeed
from stbpi.web.routes import Handler, Routes
from stbpi.web.service import Service
from stbpi.web.silent import SilentConnections

log = logging.getLogger(__name__)

LARGEST_BODY = 64 * 1024
"""Bytes of a call's body; the longest sensible one, 4096 edges, fits."""

KEEP_ALIVE_S = 75.0
"""How long an idle connection stays open, as browsers expect it."""

LINGER_S = 1.0
"""How long the rest of a refused body is read away, so that the caller gets to see why."""

CLOSE_S = 2.0
"""All of closing, of the 5 s in which the daemon stops."""


class Server:
    """A running server. ``close`` ends it."""

    def __init__(self, runner: web.AppRunner, feed: LiveFeed, silent: SilentConnections) -> None:
        self._runner = runner
        self._feed = feed
        self._silent = silent

    async def close(self) -> None:
        """Take no more calls, send the open pages away (1001), and be gone within CLOSE_S seconds."""
        self._silent.close()
        for site in list(self._runner.sites):
            await site.stop()
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
    simulated: bool,
    hosts: Collection[str] = (),
) -> Server:
    """Serve ``service`` on ``sock``, bound but not necessarily listening, until the server is closed.

    With a ``token`` every POST must bear it. ``simulated`` opens ``/api/v1/sim/*``. ``hosts`` are names under
    which the tray may be called, beside this machine's own and any bare address.
    """
    feed = LiveFeed(service, simulated=simulated)
    guard = _Guard(token, own_names(hosts))
    app = web.Application(middlewares=[guard.answer_errors, guard.check], client_max_size=LARGEST_BODY)
    app.on_response_prepare.append(_add_headers)
    app.add_routes(Routes(service, feed, simulated=simulated).table())
    for path in page_files():
        app.router.add_get(path, _file_handler(path, service), expect_handler=answer_expectation)
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
        logger=_HttpLog(log),
    )
    await runner.setup()
    silent = SilentConnections(runner)
    guard.heard = silent.heard
    await web.SockSite(runner, sock).start()
    return Server(runner, feed, silent)


class _HttpLog(logging.LoggerAdapter[logging.Logger]):
    """aiohttp's log without a traceback for every caller that does not speak HTTP or leaves."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **kwargs: Any) -> None:
        if isinstance(exc_info, HttpProcessingError | ConnectionError):
            self.debug("A caller's mistake or leaving: %s", exc_info)
        else:
            super().exception(msg, *args, exc_info=exc_info, **kwargs)


class _Guard:
    """Checks every request before its handler sees it, and gives every refusal the same shape."""

    def __init__(self, token: str | None, names: frozenset[str]) -> None:
        self._token = token
        self._names = names
        self._posts = Allowance(POSTS_PER_SECOND, time.monotonic)
        self._logged: set[tuple[type[Exception], str]] = set()
        self.heard: Callable[[web.Request], None] = lambda _: None

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Host first, then who sends it, then whether they may, then how often. Raises ApiError."""
        self.heard(request)
        host = request.headers.get("Host")
        check_host(host, self._names)
        changes = request.method not in ("GET", "HEAD")
        # A WebSocket opens with a GET, and unlike other answers pages of other sites could read it.
        if changes or "Upgrade" in request.headers:
            check_origin(request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site"), host or "")
        if changes:
            self._posts.take()
            check_token(request.headers.get("Authorization"), self._token)
        return await handler(request)

    @web.middleware
    async def answer_errors(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every refusal as JSON with a code and a sentence."""
        try:
            return await handler(request)
        except ApiError as error:
            return refused(error)
        except web.HTTPException as error:
            response = refused(_worded(request, error))
            if isinstance(error, web.HTTPMethodNotAllowed):
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
            return response
        except ConnectionError:
            # Whoever asked has gone; nobody is left to be answered.
            raise
        except Exception as error:
            if "Upgrade" in request.headers:
                # The answer has begun already: the connection can only be cut, which aiohttp does and logs.
                raise
            return self._own_fault(request, error)

    def _own_fault(self, request: web.Request, error: Exception) -> web.Response:
        """A mistake of the program's own. Its traceback is logged once for each place it comes from."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        if (type(error), place) not in self._logged:
            self._logged.add((type(error), place))
            log.error("%s %s failed:", request.method, request.path, exc_info=error)
        sentence = (
            f"The tray failed at this call ({type(error).__name__}); its log says where. Try another way."
        )
        return refused(ApiError(500, "internal", sentence))


def _worded(request: web.Request, error: web.HTTPException) -> ApiError:
    """What aiohttp itself refuses, in our words."""
    if isinstance(error, web.HTTPNotFound):
        paths = {resource.canonical for resource in request.app.router.resources()}
        # The page's own files are named when one was meant, but nobody looks for a list of them.
        calls = [path for path in paths if not path.startswith("/page/")]
        sentence = f"There is nothing at {shown(request.path)}; {nearest(request.path, paths, calls)}"
        return ApiError(404, "no_such_path", sentence)
    if isinstance(error, web.HTTPMethodNotAllowed):
        allowed = " or ".join(sorted(error.allowed_methods - {"HEAD"}))
        return ApiError(405, "wrong_method", f"{request.path} does not take {error.method}; use {allowed}.")
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return ApiError(413, "too_large", f"The body is larger than {LARGEST_BODY} bytes; send less.")
    return ApiError(
        error.status, "bad_request", f"{error.reason}; look at the API description for this call."
    )


def _file_handler(path: str, service: Service) -> Handler:
    """Answers with a file of the page in the language that is asked for (``?lang=fr``), else in the tray's by then."""

    async def handler(request: web.Request) -> web.StreamResponse:
        wanted = request.query.get("lang")
        language = wanted if wanted in LANGUAGES else service.snapshot().view.choices.language
        file = page_files(language)[path]
        return unless_known(
            request, file.etag, body=file.data, content_type=file.content_type, charset="utf-8"
        )

    return handler


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # What is not a file of the page is only true at the moment it is asked for.
    response.headers.setdefault("Cache-Control", "no-store")
