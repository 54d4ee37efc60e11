"""Who may call: hosts, origins, tokens, rates, and what every answer says about itself."""

import asyncio
import socket

import aiohttp
import pytest

from stbpi.web.errors import ApiError
from stbpi.web.guard import Allowance, check_host, check_origin, check_token, own_names
from stbpi.web.server import serve
from tests.web.serving import bound_socket, run, serving
from tests.web.table_service import TableService

TOKEN = "a token nobody guesses é"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8420",
        "localhost",
        "LOCALHOST:1",
        "[::1]:8420",
        "10.0.0.7:8420",
        "tray.pub",
        "localhost.",
    ],
)
def test_own_names_and_bare_addresses_are_answered(host):
    check_host(host, own_names(["Tray.Pub"]))


def test_the_machine_answers_to_its_own_name():
    check_host(f"{socket.gethostname()}.local:8420", own_names())


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8420",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "[::1",
        "@",
        "user@127.0.0.1",
        "user:word@127.0.0.1:8420",
        "@localhost",
        "evil.example@localhost",
        "localhost/",
        "127.0.0.1/@evil.example",
        "localhost?evil.example",
        "localhost#",
        "localhost\\evil.example",
        "localhost:80:80",
        "localhost:http",
        "[::1]evil.example",
        "local host",
    ],
)
def test_other_names_are_not(host):
    with pytest.raises(ApiError, match="not called") as refused:
        check_host(host, own_names())
    assert refused.value.status == 403


def test_a_host_with_a_user_before_it_is_none():
    async def test():
        async with serving(TableService()) as caller:
            for method, path in [("GET", "/"), ("POST", "/api/v1/undo")]:
                answer = await caller.send(method, path, headers={"Host": f"user@127.0.0.1:{caller.port}"})
                assert (answer.status, answer.json["code"]) == (403, "bad_host")

    run(test())


def test_a_page_whose_name_was_pointed_here_gets_nothing():
    async def test():
        async with serving(TableService()) as caller:
            for method, path in [("GET", "/"), ("GET", "/api/v1/state"), ("POST", "/api/v1/undo")]:
                answer = await caller.send(method, path, headers={"Host": f"evil.example:{caller.port}"})
                assert (answer.status, answer.json["code"]) == (403, "bad_host")
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await caller.events(headers={"Host": "evil.example"})

    run(test())


@pytest.mark.parametrize(
    ("origin", "fetch_site"),
    [
        ("http://evil.example", None),
        ("http://127.0.0.1:1", None),
        ("null", None),
        ("", None),
        ("http://[", None),
        (None, "cross-site"),
        (None, "same-site"),
    ],
)
def test_pages_of_other_sites_are_refused(origin, fetch_site):
    with pytest.raises(ApiError, match="own page") as refused:
        check_origin(origin, fetch_site, "127.0.0.1:8420")
    assert refused.value.status == 403


@pytest.mark.parametrize(
    ("origin", "fetch_site"),
    [
        ("http://127.0.0.1:8420", "same-origin"),
        ("https://127.0.0.1:8420", None),
        (None, None),
        (None, "none"),
    ],
)
def test_the_own_page_and_scripts_are_let_through(origin, fetch_site):
    check_origin(origin, fetch_site, "127.0.0.1:8420")


def test_other_sites_can_neither_press_nor_listen():
    async def test():
        async with serving(TableService()) as caller:
            evil = {"Origin": "http://evil.example"}
            answer = await caller.post("button", {"hold_ms": 60}, headers=evil)
            assert (answer.status, answer.json["code"]) == (403, "bad_origin")
            assert (await caller.state())["phase"] == "idle"
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await caller.events(headers=evil)
            own = {"Origin": caller.url}
            assert (await caller.post("button", {"hold_ms": 60}, headers=own)).status == 200
            await (await caller.events(headers=own)).close()

    run(test())


def test_with_a_token_every_change_needs_it_and_looking_does_not():
    async def test():
        async with serving(TableService(), token=TOKEN) as caller:
            for headers in [
                {},
                {"Authorization": "Bearer"},
                {"Authorization": "Bearer wrong"},
                {"Authorization": f"Basic {TOKEN}"},
                {"Authorization": TOKEN},
                {"Authorization": f"Bearer {TOKEN}x"},
            ]:
                # Wrong tokens are counted, calls without any are not.
                for call in (
                    ("button", "undo", "match", "sim/flap", "nothing") if not headers else ("button",)
                ):
                    answer = await caller.post(call, {}, headers=headers)
                    assert (answer.status, answer.json["code"]) == (401, "bad_token"), (call, headers)
                    assert answer.headers["WWW-Authenticate"] == "Bearer"
                    assert TOKEN not in answer.text
            assert (await caller.state())["phase"] == "idle"
            await (await caller.events()).close()
            good = {"Authorization": f"Bearer {TOKEN}"}
            assert (await caller.post("button", {"hold_ms": 60}, headers=good)).json["phase"] == "roll"

    run(test())


def test_without_a_token_none_is_needed():
    check_token(None, None)
    check_token("Bearer whatever", None)


def test_a_burst_is_let_through_and_a_flood_is_not():
    now = 0.0
    allowance = Allowance(10, 200, lambda: now)
    for _ in range(200):
        assert allowance.take() == 0
    assert allowance.take() == pytest.approx(0.1)
    now = 0.5
    for _ in range(5):
        assert allowance.take() == 0
    assert allowance.take() == pytest.approx(0.1)
    assert not allowance.full
    now = 100.0
    assert allowance.full


def test_a_flood_over_http_is_told_when_to_come_back(monkeypatch):
    monkeypatch.setattr("stbpi.web.guard.CALLS_PER_SECOND", 10)

    async def test():
        async with serving(TableService()) as caller:
            answers = await asyncio.gather(*(caller.post("redo") for _ in range(200)))
            refused = [answer for answer in answers if answer.status == 429]
            assert refused
            assert all(answer.headers["Retry-After"] == "1" for answer in refused)
            assert (await caller.state())["phase"] == "idle"

    run(test())


def test_every_answer_says_how_it_may_be_used():
    async def test():
        async with serving(TableService()) as caller:
            for method, path in [
                ("GET", "/"),
                ("GET", "/page/main.js"),
                ("GET", "/api/v1/state"),
                ("GET", "/api/v1/oled.png"),
                ("GET", "/nowhere"),
                ("POST", "/api/v1/undo"),
            ]:
                headers = (await caller.send(method, path)).headers
                policy = headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self'" in policy
                assert "unsafe" not in policy
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["X-Frame-Options"] == "DENY"
                assert "Access-Control-Allow-Origin" not in headers

    run(test())


def test_what_is_not_http_gets_an_answer_and_no_traceback(caplog):
    async def test():
        async with serving(TableService()) as caller:
            for rubbish in [
                b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
                b"GET / HTTP/9.9\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
                b"POST /api/v1/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                b"GET /" + b"x" * 20000 + b" HTTP/1.1\r\n\r\n",
                b"GET /api/v1/state HTTP/1.0\r\n\r\n",
                b"POST /api/v1/dice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n",
            ]:
                reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
                writer.write(rubbish)
                answer = await reader.read()
                assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400")), (rubbish[:40], answer)
                assert b"Traceback" not in answer
                writer.close()
                await writer.wait_closed()
            assert (await caller.get("/healthz")).status == 200

    run(test())
    assert caplog.text == ""


def test_a_caller_that_leaves_in_the_middle_of_a_body_is_forgotten(caplog):
    async def test():
        async with serving(TableService()) as caller:
            _, writer = await asyncio.open_connection("127.0.0.1", caller.port)
            writer.write(
                b"POST /api/v1/dice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100\r\n\r\n{"
            )
            await writer.drain()
            writer.close()
            await writer.wait_closed()
            assert (await caller.get("/healthz")).status == 200

    run(test())
    assert caplog.text == ""


def test_a_configured_host_name_is_answered():
    async def test():
        sock = bound_socket()
        port = sock.getsockname()[1]
        server = await serve(TableService(), sock, token=None, simulated=True, hosts=["tray.pub"])
        async with aiohttp.ClientSession() as session:
            url = f"http://127.0.0.1:{port}/api/v1/state"
            async with session.get(url, headers={"Host": f"tray.pub:{port}"}) as response:
                assert response.status == 200
        await server.close()

    run(test())


def test_a_body_that_never_comes_is_not_waited_for(monkeypatch):
    async def test():
        monkeypatch.setattr("stbpi.web.routes.BODY_WAIT_S", 0.01)
        async with serving(TableService()) as caller:
            reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
            writer.write(
                b"POST /api/v1/dice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: 100\r\nConnection: close\r\n\r\n{"
            )
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 408")
            assert b"too_slow" in answer
            writer.close()
            await writer.wait_closed()

    run(test())
