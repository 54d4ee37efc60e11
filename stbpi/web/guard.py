"""Who may call: checks on host, origin, token and rate, as values and functions without HTTP machinery."""

from __future__ import annotations

import hmac
import ipaddress
import math
import re
import socket
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from stbpi.rules.errors import shown
from stbpi.rules.said import N_, Field, Said
from stbpi.web.errors import ApiError

CALLS_PER_SECOND = 200
"""Of all callers together: far above what hands and their scripts do, and far below what would keep the game from its
switches."""

CALLS_FROM_ONE = 60
"""A second, from one address of the network: a page being tapped by every finger of two hands sends half of that."""

WRONG_TOKENS = 10
"""So many wrong tokens an address may show at once ..."""

WRONG_TOKENS_PER_SECOND = 0.2
"""... and then one every five seconds: a word that somebody chose for a token takes years to guess."""

MOST_ADDRESSES = 1024
"""Addresses whose calls are counted; whoever could change theirs more often has no token."""

_HOST = re.compile(r"(\[[0-9A-Za-z:.%]+\]|[^\s@/?#\\\[\]:]+)(:[0-9]*)?")
"""A name, or an address with its brackets, and perhaps a port: RFC 9110, 7.2."""


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
    name = _name_of(host)
    if name in names:
        return
    try:
        ipaddress.ip_address(name)
    except ValueError:
        sentence = (
            f"This tray is not called {shown(host)}; use its address, or name the host in the configuration."
        )
        raise ApiError(403, "bad_host", sentence) from None


def _name_of(host: str) -> str:
    """The name in a Host header, lower case; empty where something else than a name and a port stands there.

    Of ``user@127.0.0.1`` or ``127.0.0.1/@elsewhere`` different programs make different hosts.
    """
    if not _HOST.fullmatch(host):
        return ""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


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
        raise ApiError(401, "bad_token", Said.of(NEEDS_TOKEN))


class Allowance:
    """A bucket of calls that refills evenly: ``per_second`` in any second, and ``at_once`` where it is full."""

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._at_once = float(at_once)
        self._clock = clock
        self._left = float(at_once)
        self._at = clock()

    def wait(self) -> float:
        """Seconds until there is a call left; 0.0 while there is one."""
        now = self._clock()
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now
        return max(0.0, (1 - self._left) / self._per_second)

    def take(self) -> float:
        """Use up one call where there is one; else the seconds until there is, and 0.0 otherwise."""
        wait = self.wait()
        if not wait:
            self._left -= 1
        return wait

    @property
    def full(self) -> bool:
        """Whether it is as if nobody had called."""
        self.wait()
        return self._left >= self._at_once


class Allowances:
    """An allowance for each address. Of a network of IPv6 addresses that one household has they count as one."""

    def __init__(self, per_second: float, at_once: int, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._at_once = at_once
        self._clock = clock
        self._of: dict[str, Allowance] = {}

    def of(self, address: str) -> Allowance:
        """That of one address."""
        neighbours = _neighbours(address)
        found = self._of.get(neighbours)
        if found is None:
            if len(self._of) >= MOST_ADDRESSES:
                self._forget()
            found = self._of[neighbours] = Allowance(self._per_second, self._at_once, self._clock)
        return found

    def _forget(self) -> None:
        """Make room: without those that are full nothing is lost; if there are none, the oldest goes."""
        self._of = {address: one for address, one in self._of.items() if not one.full}
        if len(self._of) >= MOST_ADDRESSES:
            del self._of[next(iter(self._of))]


def _neighbours(address: str) -> str:
    """An address, or the /64 of an IPv6 one: that is the smallest network, and one machine may use all of it."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is None:
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


class Rates:
    """How often things may be changed, and wrong tokens shown."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._all = Allowance(CALLS_PER_SECOND, CALLS_PER_SECOND, clock)
        self._each = Allowances(CALLS_FROM_ONE, CALLS_FROM_ONE, clock)
        self._wrong = Allowances(WRONG_TOKENS_PER_SECOND, WRONG_TOKENS, clock)

    def check(self, address: str, authorization: str | None, token: str | None, *, here: bool) -> None:
        """Let one changing call through. Raises ApiError, 401 without the token and 429 where it is too much.

        What is turned away costs nobody else anything. For programs on this machine (``here``) only the sum counts.
        """
        if not here:
            _unless(self._each.of(address).take(), "too_many_calls", TOO_MANY_CALLS)
        self.check_token(address, authorization, token)
        _unless(self._all.take(), "too_many_calls", TOO_MANY_CALLS)

    def check_token(self, address: str, authorization: str | None, token: str | None) -> None:
        """Look at the token of one call, whatever for. Raises ApiError, 401 for a wrong one and 429 for one too many.

        Who has shown too many is told nothing about the next one, not even that it is right.
        """
        if token is None:
            return
        wrong = self._wrong.of(address)
        if authorization is not None:
            wait = wrong.wait()
            _unless(wait, "too_many_tokens", TOO_MANY_TOKENS, seconds=math.ceil(wait))
        try:
            check_token(authorization, token)
        except ApiError:
            if authorization is not None:
                wrong.take()
            raise


NEEDS_TOKEN = N_(
    "This tray only takes orders with its token: scan the code on its screen, or send it as a Bearer token."
)
TOO_MANY_CALLS = N_("Too much at once; wait a second, then go slower.")
TOO_MANY_TOKENS = N_(
    "Too many wrong tokens; wait {seconds} s, then scan the code on the tray’s screen again, or type its token again."
)


def _unless(wait: float, code: str, template: str, **fields: Field) -> None:
    if wait:
        raise ApiError(429, code, Said.of(template, **fields), retry_after=math.ceil(wait))


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
    # The page needs none of these, so nothing that gets into it has them.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Sent with every answer."""
