"""The page's files: read from the package once, served from memory with an ETag each."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from stbpi.web.answers import etag

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""What the page is made of; files of other kinds beside it are not served."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page: its bytes, media type and strong ETag (quotes included)."""

    data: bytes
    content_type: str
    etag: str


def page_files() -> dict[str, PageFile]:
    """All files of the page by their path on the server: ``/`` and ``/page/...``."""
    found: dict[str, PageFile] = {}
    _collect(resources.files("stbpi.web").joinpath("page"), "/page/", found)
    found["/"] = found["/page/index.html"]
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, PageFile]) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
            continue
        suffix = entry.name[entry.name.rfind(".") :]
        if suffix in TYPES:
            data = entry.read_bytes()
            found[prefix + entry.name] = PageFile(data, TYPES[suffix], etag(data))
