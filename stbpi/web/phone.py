"""The QR code that brings a phone to its page, token included, and who may see it."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from urllib.parse import quote, urlsplit

from aiohttp import web

from stbpi.web.door import HERE, address_of
from stbpi.web.errors import ApiError
from stbpi.web.guard import Rates, check_origin

KNOWN_FOR_S = 10.0
"""How long an address is taken to be the tray's: a network that comes late is found soon enough."""

QUIET_ZONE = 4
"""Modules of white around the code (ISO/IEC 18004, 6.3.8)."""

PASSED_ON = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""What other programs that pass calls on add to them: then it is not this machine that calls."""

HERE_NAMES = frozenset(("localhost", "127.0.0.1", "::1"))

FindAddress = Callable[[], str | None]
"""Gives ``host:port`` under which phones reach the tray; None where they do not."""


class Phone:
    """Where phones find the tray. Without an ``address`` only this machine reaches it."""

    def __init__(self, find: FindAddress, token: str | None, rates: Rates) -> None:
        self._find = find
        self._rates = rates
        self._token = token
        self._found: str | None = None
        self._at: float | None = None

    @property
    def address(self) -> str | None:
        """``host:port`` for phones, looked up anew now and then."""
        now = time.monotonic()
        if self._at is None or now - self._at >= KNOWN_FOR_S:
            self._found, self._at = self._find(), now
        return self._found

    def may_be_shown_to(self, request: web.Request) -> bool:
        """Whether there is a QR code, and the caller may have it.

        It holds the token: whoever may fetch it may do everything. A browser on this machine may, because the screen
        that it shows the code on stands where people play; on the network only who has the token already.
        """
        if self.address is None:
            return False
        try:
            self._check(request)
        except ApiError:
            return False
        return True

    def _check(self, request: web.Request) -> None:
        if not is_here(request):
            authorization = request.headers.get("Authorization")
            self._rates.check_token(address_of(request.transport), authorization, self._token)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """``GET /api/v1/phone.svg``."""
        host = request.headers.get("Host", "")
        # A page of another site could not read the picture, but show it.
        check_origin(request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site"), host)
        address = self.address
        if address is None:
            sentence = (
                'Phones cannot reach this tray; set host = "0.0.0.0" under [web], or look at its network.'
            )
            raise ApiError(404, "no_phones", sentence)
        self._check(request)
        link = f"http://{address}/control"
        if self._token is not None:
            # What follows the # is never sent: no log and no Referer has it.
            link += f"#token={quote(self._token, safe='')}"
        # The library takes a while to be read in, for the first time.
        svg = await asyncio.get_running_loop().run_in_executor(None, qr_svg, link)
        return web.Response(body=svg, content_type="image/svg+xml", charset="utf-8")


def is_here(request: web.Request) -> bool:
    """Whether a program on this machine calls, by itself and under one of the names that only mean this machine."""
    return (
        address_of(request.transport) in HERE
        and urlsplit(f"//{request.headers.get('Host', '')}").hostname in HERE_NAMES
        and not any(header in request.headers for header in PASSED_ON)
    )


def qr_svg(link: str) -> bytes:
    """A link as a QR code, black on white, as large as whatever it is put in."""
    import segno

    out = io.BytesIO()
    # A seventh of it may be lost in a reflection; the next level up would make its squares smaller.
    segno.make_qr(link, error="m", boost_error=False).save(
        out,
        kind="svg",
        border=QUIET_ZONE,
        light="#fff",
        omitsize=True,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()
