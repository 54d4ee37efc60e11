"""Where the page is served, for whom, and by which name phones reach it: the table ``[web]``."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from stbpi.config.reading import Section, shown

HOST_NAME = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*", re.I
)
"""Labels of letters, digits and hyphens (RFC 1123, 2.1)."""

NO_TOKEN = "use letters and digits, or leave it out: then the tray makes one where the network reaches it"
"""What to do about a token that is empty."""


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where the page and the API are served. Port 0 takes a free one; callers must show ``token``.

    ``names`` are host names the page may be called by, beside this machine's own and any bare address. ``address`` is
    where phones are sent, a host name or an address, once they can reach the page; None leaves it to the daemon to
    find out.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    token: str | None = None
    names: tuple[str, ...] = ()
    address: str | None = None

    @property
    def only_this_machine(self) -> bool:
        """Whether only programs on this machine reach the page."""
        return _only_this_machine(self.host)


def read_web(section: Section) -> WebSettings:
    """The table ``[web]``. Raises SettingsError."""
    section.known_only(("host", "port", "token", "names", "address"))
    default = WebSettings()
    token = section.text("token", "", if_empty=NO_TOKEN) if "token" in section.values else None
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise section.error(
            "token", f"{section.name('token')} has spaces or odd signs; use letters and digits"
        )
    web = WebSettings(
        section.text("host", default.host),
        section.integer("port", default.port, 0, 65535),
        token,
        section.words("names"),
        section.text("address", "") if "address" in section.values else None,
    )
    if web.address is not None:
        _check_phone_address(section, web.address)
    return web


def _check_phone_address(section: Section, address: str) -> None:
    """Refuse what no phone could be sent to. Raises SettingsError."""
    name = section.name("address")
    try:
        nowhere = ipaddress.ip_address(address).is_unspecified
    except ValueError:
        nowhere = HOST_NAME.fullmatch(address) is None
    if nowhere:
        raise section.error(
            "address",
            f"{name} is {shown(address)}; give the tray's name or address in your network alone, such as "
            '"192.168.1.20", without http:// and port',
        )


def _only_this_machine(host: str) -> bool:
    """Whether only programs on this machine reach a host name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
