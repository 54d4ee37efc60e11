"""What every request goes through before its handler sees it, and every answer on its way out."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from stbpi.rules.errors import shown
from stbpi.web.answers import asked_language, refused
from stbpi.web.door import address_of
from stbpi.web.errors import ApiError, nearest
from stbpi.web.guard import HEADERS, Rates, check_host, check_origin
from stbpi.web.phone import is_here

log = logging.getLogger(__name__)

LARGEST_BODY = 64 * 1024
"""Bytes of a call's body; the longest sensible one, 4096 edges, fits."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class HttpLog(logging.LoggerAdapter[logging.Logger]):
    """aiohttp's log without a traceback for every caller that does not speak HTTP or leaves."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **kwargs: Any) -> None:
        """As a logger's, except for what is no fault of ours."""
        if isinstance(exc_info, HttpProcessingError | ConnectionError):
            self.debug("A caller's mistake or leaving: %s", exc_info)
        else:
            super().exception(msg, *args, exc_info=exc_info, **kwargs)


class Gate:
    """Checks every request before its handler sees it, and gives every refusal the same shape."""

    def __init__(
        self, token: str | None, names: frozenset[str], rates: Rates, language: Callable[[], str]
    ) -> None:
        """``language`` is that of the tray, for callers that ask for none."""
        self._token = token
        self._names = names
        self._language = language
        self._rates = rates
        self.answers: Counter[int] = Counter()
        """How many answers there were of each status."""
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
            self._rates.check(
                address_of(request.transport),
                request.headers.get("Authorization"),
                self._token,
                here=is_here(request),
            )
        return await handler(request)

    @web.middleware
    async def answer_errors(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every refusal as JSON with a code and a sentence."""
        response = await self._answered(request, handler)
        self.answers[response.status] += 1
        return response

    async def _answered(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except ApiError as error:
            return refused(error.spoken(asked_language(request, self._language())))
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


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """What is said with every answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # What is not a file of the page is only true at the moment it is asked for.
    response.headers.setdefault("Cache-Control", "no-store")
