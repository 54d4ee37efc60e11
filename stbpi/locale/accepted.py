"""The language that a caller over HTTP asks for."""

from __future__ import annotations

import re

from stbpi.locale import LANGUAGES

_WEIGHT = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)
"""A quality value (RFC 9110, 12.4.2)."""


def accepted_language(header: str, otherwise: str) -> str:
    """Of our languages the one that an Accept-Language header wants most, the first of several; else ``otherwise``.

    ``de-CH`` wants German (lookup, RFC 4647, 3.4). Parts that cannot be read are passed over.
    """
    best, most = otherwise, 0.0
    for part in header.split(","):
        tag, semicolon, parameter = part.partition(";")
        language = tag.strip().partition("-")[0].lower()
        weight = _WEIGHT.fullmatch(parameter) if semicolon else None
        wanted = 1.0 if not semicolon else float(weight[1]) if weight else 0.0
        if language in LANGUAGES and wanted > most:
            best, most = language, wanted
    return best
