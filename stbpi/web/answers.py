"""Answers that a caller may know already: bytes with an ETag, sent again only when they have changed."""

from __future__ import annotations

import hashlib

from aiohttp import web


def etag(data: bytes) -> str:
    """A strong ETag for these bytes, quotes included."""
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def unless_known(
    request: web.Request, tag: str, *, body: bytes, content_type: str, charset: str | None = None
) -> web.Response:
    """The body with its ETag, or 304 where the caller has said that it knows this one.

    ``no-cache``: it may be kept, but is asked about each time, so that a change shows at once.
    """
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    known = request.headers.get("If-None-Match", "")
    if known == "*" or tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=content_type, charset=charset, headers=headers)
