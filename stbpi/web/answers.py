"""Answers of every kind of call: bytes a caller may know already, and refusals in the one shape they have."""

from __future__ import annotations

import hashlib
import json

from aiohttp import HttpVersion11, web

from stbpi.locale.accepted import accepted_language
from stbpi.rules.errors import shown
from stbpi.web.errors import ApiError

JSON_TYPE = "application/json"


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


def takes_gzip(request: web.Request) -> bool:
    """Whether a caller says that it unpacks gzip (RFC 9110, 12.5.3). What is packed is never a secret of anybody's."""
    for one in request.headers.get("Accept-Encoding", "").lower().split(","):
        coding, _, weight = one.partition(";")
        if coding.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def refused(error: ApiError) -> web.Response:
    """A refusal as JSON with a code and a sentence, and the headers that belong to its status."""
    response = web.Response(status=error.status, text=json.dumps(error.body()), content_type=JSON_TYPE)
    response.headers["Content-Language"] = error.language
    if error.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def asked_language(request: web.Request, otherwise: str) -> str:
    """The language that a caller wants to be answered in; ``otherwise`` where it asks for none of ours."""
    return accepted_language(",".join(request.headers.getall("Accept-Language", ())), otherwise)


async def answer_expectation(request: web.Request) -> web.StreamResponse | None:
    """Let a caller that asks first (Expect: 100-continue) go on; any other expectation is refused with 417.

    aiohttp asks this before the request reaches anything that words refusals.
    """
    expected = request.headers.get("Expect", "")
    if request.version != HttpVersion11:
        return None
    if expected.lower() != "100-continue":
        sentence = f"Nothing here can meet the expectation {shown(expected)}; leave the Expect header out."
        return refused(ApiError(417, "bad_expectation", sentence))
    await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    # The line is no part of the answer.
    request.writer.output_size = 0
    return None
