"""Where phones find the tray, and the token that they need."""

from __future__ import annotations

from stbpi.config import Settings, WebSettings
from stbpi.daemon.machine import own_addresses, page_addresses
from stbpi.web.token import made_token, token_file


def token_of(settings: Settings) -> str | None:
    """The configured token; without one, where the network reaches the page, one that is made and kept."""
    return made_token(token_file(settings.store.path)) if token_is_made(settings.web) else settings.web.token


def token_is_made(web: WebSettings) -> bool:
    """Whether the token is one that nobody chose: the network reaches the page, and none is configured."""
    return web.token is None and not web.only_this_machine


def phone_address(web: WebSettings, page_at: tuple[str, int]) -> str | None:
    """``host:port`` for phones, ``page_at`` being what the page is bound to; None where they do not reach it.

    Asked again and again: a network may come after the program was started, and addresses change.
    """
    if web.only_this_machine:
        return None
    host, port = page_at
    if web.address is not None:
        return f"[{web.address}]:{port}" if ":" in web.address else f"{web.address}:{port}"
    return next(iter(page_addresses(host, port, own_addresses())), None)
