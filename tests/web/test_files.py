"""The page's files: complete, small, from nowhere else, and asked about every time."""

import re

import pytest

from stbpi.locale import LANGUAGES
from stbpi.web.files import FACES, packed, page_files
from tests.web.serving import run, serving
from tests.web.table_service import TableService

FIRST_LOAD_BYTES = 150_000
HEADER_BYTES = 800
"""Of each answer, most of them the Content-Security-Policy and the like."""


def test_the_page_is_served_and_only_its_changes_are_sent_again():
    async def test():
        async with serving(TableService()) as caller:
            for path, file in page_files().items():
                answer = await caller.get(path, headers={"Accept-Encoding": "identity"})
                assert (answer.status, answer.text.encode()) == (200, file.data)
                assert answer.headers["Content-Type"] == f"{file.content_type}; charset=utf-8"
                assert answer.headers["Cache-Control"] == "no-cache"
                tag = answer.headers["ETag"]
                for known in (tag, f'"old", W/{tag}', "*"):
                    asked = {"Accept-Encoding": "identity", "If-None-Match": known}
                    again = await caller.get(path, headers=asked)
                    assert (again.status, again.text, again.headers["ETag"]) == (304, "", tag)
                other = await caller.get(path, headers={"If-None-Match": '"other"'})
                assert other.status == 200

    run(test())


def test_files_are_packed_for_who_unpacks_them():
    async def test():
        async with serving(TableService()) as caller:
            for path, file in page_files().items():
                plain = await caller.get(path, headers={"Accept-Encoding": "br, gzip;q=0"})
                assert "Content-Encoding" not in plain.headers
                small = await caller.get(path, headers={"Accept-Encoding": "deflate, gzip;q=0.8"})
                # Unpacked by the library that asks, as by browsers.
                assert small.text.encode() == file.data
                assert small.headers["Content-Encoding"] == "gzip"
                assert int(small.headers["Content-Length"]) < max(len(file.data), 400)
                assert small.headers["ETag"] != plain.headers["ETag"]
                assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
                asked = {"Accept-Encoding": "gzip", "If-None-Match": small.headers["ETag"]}
                again = await caller.get(path, headers=asked)
                assert (again.status, again.headers.get("Content-Encoding")) == (304, None)

    run(test())


def test_the_state_is_never_kept():
    async def test():
        async with serving(TableService()) as caller:
            assert (await caller.get("/api/v1/state")).headers["Cache-Control"] == "no-store"

    run(test())


def asked_by(path, files):
    """Everything a browser fetches when it opens a face."""
    asked, look = set(), [path]
    while look:
        path = look.pop()
        if path in asked:
            continue
        asked.add(path)
        text = files[path].data.decode()
        if path in FACES:
            look += re.findall(r"(?:src|href)=\"(/page/[^\"]+)\"", text)
        if path.endswith(".js"):
            look += [f"/page/{name}" for name in re.findall(r"(?:from \"|import\(`)\./([\w.]+)", text)]
        if path.endswith(".css"):
            look += [f"/page/{name}" for name in re.findall(r"url\(\"([\w.]+)\"\)", text)]
    return asked


@pytest.mark.parametrize("face", FACES)
def test_the_first_load_is_small(face):
    """As browsers ask for it, in gzip; the answers' headers come on top, and tests/bench measures both."""
    for language in LANGUAGES:
        files = page_files(language)
        asked = asked_by(face, files)
        assert sum(len(packed(files[path].data)) + HEADER_BYTES for path in asked) < FIRST_LOAD_BYTES


@pytest.mark.parametrize("path", sorted(page_files()))
def test_nothing_is_fetched_from_anywhere_else(path):
    text = page_files()[path].data.decode()
    addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"')]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("face", FACES)
def test_no_script_or_style_stands_in_the_page_itself(face):
    html = page_files()[face].data.decode()
    assert re.findall(r"<script(?![^>]* src=)[^>]*>", html) == []
    assert re.findall(r"\s(?:on\w+|style)=", html) == []
    assert "<style" not in html


def test_everything_the_faces_ask_for_is_there_and_nothing_that_nobody_asks_for():
    files = page_files()
    asked = set().union(*(asked_by(face, files) for face in FACES))
    assert files.keys() == asked


def test_text_never_becomes_markup():
    for path, file in page_files().items():
        if path.endswith(".js"):
            for wrong in (
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "document.write",
                "eval(",
                "srcdoc",
            ):
                assert wrong not in file.data.decode(), (path, wrong)
