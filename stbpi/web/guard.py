"""Who may call: checks on host, origin, token and rate, as values and functions without HTTP machinery."""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from stbpi.rules.errors import shown
from stbpi.web.errors import ApiError

POSTS_PER_SECOND = 200
"""Far above what hands and their scripts do, and far below what would keep the game from its switches."""


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """The host names this machine answers to, lower case; ``more`` adds those of the configuration."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local", *(extra.lower() for extra in more)})


def check_host(host: str | None, names: frozenset[str]) -> None:
    """Refuse a Host header that names someone else. Raises ApiError.

    A page elsewhere whose name is made to point here (DNS rebinding) still sends its own name. A bare address
    cannot be rebound, so any is good.
    """
    if not host:
        raise ApiError(400, "bad_host", "The request has no Host header; send the address of the tray.")
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        name = ""
    name = name.rstrip(".")
    if name in names:
        return
    try:
        ipaddress.ip_address(name)
    except ValueError:
        sentence = (
            f"This tray is not called {shown(host)}; use its address, or name the host in the configuration."
        )
        raise ApiError(403, "bad_host", sentence) from None


def check_origin(origin: str | None, fetch_site: str | None, host: str) -> None:
    """Refuse what a page of another site sends. Raises ApiError.

    Scripts send neither header and are let through; the token is what holds them off where one is configured.
    """
    if origin is not None:
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            netloc = ""
        if netloc.lower() != host.lower():
            sentence = f"The page at {shown(origin)} is not this tray's; open the tray's own page."
            raise ApiError(403, "bad_origin", sentence)
    elif fetch_site not in (None, "same-origin", "none"):
        sentence = f"A page of another site ({shown(fetch_site)}) sent this; open the tray's own page."
        raise ApiError(403, "bad_origin", sentence)


def check_token(authorization: str | None, token: str | None) -> None:
    """Where a token is configured, refuse a call that does not bear it. Raises ApiError (401)."""
    if token is None:
        return
    scheme, _, given = (authorization or "").partition(" ")
    # Compared in constant time, so that the answer's delay does not give the token away letter by letter.
    same = hmac.compare_digest(given.strip().encode("utf-8", "surrogateescape"), token.encode("utf-8"))
    if scheme.lower() != "bearer" or not same:
        sentence = "This tray only takes orders with its token; send 'Authorization: Bearer <token>'."
        raise ApiError(401, "bad_token", sentence)


class Allowance:
    """A bucket of calls that refills evenly: ``per_second`` in any second, and as many again at once."""

    def __init__(self, per_second: int, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._clock = clock
        self._left = float(per_second)
        self._at = clock()

    def take(self) -> None:
        """Use up one call. Raises ApiError (429) when there is none left."""
        now = self._clock()
        self._left = min(float(self._per_second), self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            sentence = f"More than {self._per_second} calls a second; wait a second and send them slower."
            raise ApiError(429, "too_many_calls", sentence)
        self._left -= 1


PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # The OLED's picture arrives as a blob, so that the page knows whether it did.
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
"""Everything the page uses comes from here, and nothing that is text can become a script."""

HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Sent with every answer."""
