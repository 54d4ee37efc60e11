"""The description of the interface and the server are held to each other.

That every answer in these tests is as described, and every one of a running daemon, is checked where they call:
``tests/web/serving.py`` and ``tests/support/running.py``.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import jsonschema_rs
import pytest

from stbpi.web.openapi import description
from stbpi.web.openapi.shapes import fields_of
from tests.test_imports import loaded_by
from tests.web.described import check_answer, check_state
from tests.web.serving import run, serving
from tests.web.table_service import TableService

ROOT = Path(__file__).parents[2]


def calls() -> set[tuple[str, str]]:
    return {(method, path) for path, here in description()["paths"].items() for method in here}


def test_every_call_is_described_and_everything_described_can_be_called():
    async def test():
        async with serving(TableService()) as caller:
            router = caller.server._runner.app.router
            there = {
                (route.method.lower(), route.resource.canonical)
                for route in router.routes()
                if route.method != "HEAD" and not route.resource.canonical.startswith("/page/")
            }
            assert there == calls()

    run(test())


def test_it_can_be_fetched_and_is_what_stands_there():
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.get("/api/v1/openapi.json")
            assert answer.status == 200
            assert answer.json == description()

    run(test())


def test_it_is_an_openapi_document():
    # Takes long to be read in, and is only needed here.
    import schemathesis

    schemathesis.openapi.from_dict(json.loads(json.dumps(description()))).validate()


def test_every_schema_is_one_and_every_reference_leads_somewhere():
    text = json.dumps(description())
    schemas = description()["components"]["schemas"]
    for schema in schemas.values():
        jsonschema_rs.meta.validate(schema)
    assert set(re.findall(r"#/components/schemas/(\w+)", text)) == schemas.keys()


def test_what_the_documents_list_is_described():
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    listed: set[tuple[str, str]] = set()
    for method, first, rest in re.findall(r"^\| `(GET|POST) (\S+)`((?:, `/\w+`)*)", text, re.MULTILINE):
        listed.add((method.lower(), first))
        for other in re.findall(r"`(/\w+)`", rest):
            listed.add((method.lower(), first.rpartition("/")[0] + other))
    assert listed == {(method, path) for method, path in calls() if path not in ("/", "/tray", "/control")}


def test_the_messages_of_the_events_are_states():
    async def test():
        async with serving(TableService()) as caller:
            page = await caller.events()
            check_state(await page.receive_json())
            await caller.post("button", {"hold_ms": 60})
            check_state(await page.receive_json())
            await page.close()

    run(test())


@pytest.mark.parametrize(
    ("status", "headers", "text", "why"),
    [
        (200, {}, '{"status": "ok"}', "seq"),
        (200, {}, '{"status": "ok", "seq": 1, "more": 2}', "more"),
        (200, {}, '{"status": "ok", "seq": "1"}', "integer"),
        (202, {}, '{"status": "ok", "seq": 1}', "202, which is not described"),
        (400, {}, '{"error": "x"}', "code"),
        (400, {"Content-Type": "text/html"}, "{}", "text/html"),
    ],
)
def test_an_answer_that_is_not_as_described_is_noticed(status, headers, text, why):
    with pytest.raises(AssertionError, match=why):
        check_answer("GET", "/healthz", status, {"Content-Type": "application/json", **headers}, text)


def test_a_refusal_without_its_header_is_noticed():
    problem = '{"code": "x", "error": "y"}'
    with pytest.raises(AssertionError, match="without Retry-After"):
        check_answer("POST", "/api/v1/undo", 429, {"Content-Type": "application/json"}, problem)


def test_what_has_no_shape_is_not_guessed():
    @dataclass
    class Odd:
        value: complex

    with pytest.raises(TypeError, match="describe it by hand"):
        fields_of(Odd)
    with pytest.raises(TypeError, match="no dataclass"):
        fields_of(int)


def test_the_daemon_starts_without_it():
    listing = "import stbpi.web.server, stbpi.daemon.program; assert 'stbpi.web.openapi' not in sys.modules"
    assert "aiohttp" in loaded_by(listing)
