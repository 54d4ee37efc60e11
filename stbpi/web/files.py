"""The page's files: read from the package once, served from memory with an ETag each, in the tray's language."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from stbpi.locale import LANGUAGES, SOURCE_LANGUAGE, catalogue
from stbpi.web.answers import etag
from stbpi.web.words import Words, page_words

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""What the page is made of; files of other kinds beside it are not served."""

FACES = {"/": "kiosk.html", "/tray": "tray.html", "/control": "control.html"}
"""Where each face of the page is opened, and the file it is: the scoreboard, the virtual tray, the phone."""

PARTS = "parts"
"""Pieces of markup that several faces have, in a folder of their own; ``{{>name}}`` takes one in. Not served."""

SAID = "/page/said.js"
"""The words, for the page's scripts. It is no file of the package: it is made of the message catalogues."""

_WORD = re.compile(r"\{\{(\w+)\}\}")
_PART = re.compile(r"\{\{>(\w+)\}\}\n?")


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file of the page: its bytes, media type and strong ETag (quotes included)."""

    data: bytes
    content_type: str
    etag: str


@lru_cache(maxsize=256)
def packed(data: bytes) -> bytes:
    """A file as gzip has it, a third as long; done once, as soon as a browser asks for it."""
    return gzip.compress(data, 6, mtime=0)


@lru_cache(maxsize=len(LANGUAGES))
def page_files(language: str = SOURCE_LANGUAGE, *, token_made: bool = False) -> Mapping[str, PageFile]:
    """All files of the page by their path on the server, the faces and ``/page/...``, with the words of ``language``.

    ``token_made`` says that nobody chose the tray's token. Raises UnknownLanguageError for one of no catalogue.
    """
    words = page_words(catalogue(language), token_made=token_made)
    found: dict[str, PageFile] = {}
    _collect(_folder(), "/page/", found)
    for path, name in FACES.items():
        found[path] = _file(_filled(markup(name), {**words, "lang": language}), ".html")
    found[SAID] = _file(f"export default {json.dumps(words, ensure_ascii=False)};\n", ".js")
    return found


def markup(name: str) -> str:
    """A face's markup, or a part's, with its parts in it, before words stand there."""
    text = _folder().joinpath(*name.split("/")).read_text(encoding="utf-8")
    return _PART.sub(lambda part: markup(f"{PARTS}/{part[1]}.html"), text)


def _folder() -> Traversable:
    return resources.files("stbpi.web").joinpath("page")


def _file(text: str, suffix: str) -> PageFile:
    data = text.encode()
    return PageFile(data, TYPES[suffix], etag(data))


def _filled(markup: str, words: Words) -> str:
    return _WORD.sub(lambda place: html.escape(str(words[place[1]])), markup)


def _collect(folder: Traversable, prefix: str, found: dict[str, PageFile]) -> None:
    for entry in folder.iterdir():
        suffix = entry.name[entry.name.rfind(".") :]
        # Markup is served as the faces it makes, with words in it.
        if suffix in TYPES and suffix != ".html":
            data = entry.read_bytes()
            found[prefix + entry.name] = PageFile(data, TYPES[suffix], etag(data))
