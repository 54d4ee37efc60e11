"""The description of the HTTP interface, OpenAPI 3.1. It is made of the very enums and limits that the server uses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stbpi import __version__
from stbpi.web.openapi.calls import paths
from stbpi.web.openapi.schemas import schemas


@lru_cache(maxsize=1)
def description() -> dict[str, Any]:
    """The whole document, to be read and not changed."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "stbpi",
            "version": __version__,
            "summary": "Referee and scorekeeper for a Shut-the-Box tray.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths(),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
