"""The QR code for phones: what it says, who may have it, and who is told that there is one."""

import asyncio
import io
import json
import re
from pathlib import Path

import pytest
import segno

from stbpi.cli.calls import Daemon, DaemonError
from stbpi.config import WebSettings, load_settings
from stbpi.daemon.phones import phone_address
from stbpi.web.guard import WRONG_TOKENS
from stbpi.web.token import kept_token, token_file
from tests.support.running import RunningDaemon
from tests.web.serving import run, serving
from tests.web.table_service import TableService
from tests.web.test_limits import STRANGER, from_address

TOKEN = "the-token_of+the house"
BEARING = {"Authorization": f"Bearer {TOKEN}"}
AT = "192.168.1.20:8420"


def phones(**how):
    return serving(TableService(), token=TOKEN, find_address=lambda: AT, **how)


def modules(svg: str) -> list[list[int]]:
    """The dark modules of a code drawn as lines, as its matrix with the quiet zone."""
    size = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])
    dark = [[0] * size for _ in range(size)]
    x, y = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", re.search(r'stroke="#000" d="([^"]+)"', svg)[1]):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if kind == "M":
            x, y = values
        elif kind == "m":
            x, y = x + values[0], y + values[1]
        else:
            for column in range(int(x), int(x + values[0])):
                dark[int(y)][column] = 1
            x += values[0]
    return dark


def test_it_brings_a_phone_to_its_page_with_the_token_where_no_log_sees_it():
    async def test():
        async with phones() as caller:
            answer = await caller.get("/api/v1/phone.svg")
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
            assert answer.headers["Cache-Control"] == "no-store"
            link = f"http://{AT}/control#token=the-token_of%2Bthe%20house"
            code = segno.make_qr(link, error="m", boost_error=False)
            assert modules(answer.text) == [list(row) for row in code.matrix_iter(border=4)]
            # Nothing in it needs what the page's policy forbids, and it is readable on a dark page.
            assert "style" not in answer.text
            assert 'fill="#fff"' in answer.text

    run(test())


def test_on_the_network_only_who_has_the_token_may_have_it():
    async def test():
        async with phones() as caller, from_address(caller, STRANGER) as stranger:
            answer = await stranger.get("/api/v1/phone.svg")
            assert (answer.status, answer.json["code"]) == (401, "bad_token")
            assert (await stranger.get("/api/v1/phone.svg", headers=BEARING)).status == 200
            wrong = {"Authorization": "Bearer x"}
            assert (await stranger.get("/api/v1/phone.svg", headers=wrong)).status == 401

    run(test())


def test_the_token_cannot_be_guessed_by_looking_either():
    async def test():
        async with phones() as caller:
            passed_on = {"X-Forwarded-For": "10.0.0.9"}
            for guess in range(WRONG_TOKENS):
                wrong = {**passed_on, "Authorization": f"Bearer {guess}"}
                if guess % 2:
                    assert (await caller.get("/api/v1/phone.svg", headers=wrong)).status == 401
                else:
                    assert not (await caller.get("/api/v1/state", headers=wrong)).json["phone"]
            for right in ({**passed_on, "Authorization": "Bearer 11"}, {**passed_on, **BEARING}):
                answer = await caller.get("/api/v1/phone.svg", headers=right)
                assert (answer.status, answer.json["code"]) == (429, "too_many_tokens")
                assert 1 <= int(answer.headers["Retry-After"]) <= 5
                # Who only looks is told of the game as ever, and nothing about the token.
                assert not (await caller.get("/api/v1/state", headers=right)).json["phone"]
                page = await caller.events(headers=right)
                assert not (await page.receive_json())["phone"]
                await page.close()
                assert (await caller.post("undo", headers=right)).status == 429
            # The tray's own browser shows none.
            assert (await caller.get("/api/v1/phone.svg")).status == 200

    run(test())


@pytest.mark.parametrize(
    "headers",
    [
        {"Forwarded": "for=10.0.0.9"},
        {"X-Forwarded-For": "10.0.0.9"},
        {"X-Real-IP": "10.0.0.9"},
        {"Via": "1.1 proxy"},
        {"Host": "192.168.1.20:8420"},
        {"Host": "tray.pub"},
    ],
)
def test_what_a_program_on_this_machine_passes_on_for_others_is_theirs(headers):
    async def test():
        async with phones(hosts=["tray.pub"]) as caller:
            assert (await caller.get("/api/v1/phone.svg", headers=headers)).status == 401
            assert not (await caller.get("/api/v1/state", headers=headers)).json["phone"]

    run(test())


def test_pages_of_other_sites_may_not_even_show_it():
    async def test():
        async with phones() as caller:
            answer = await caller.get("/api/v1/phone.svg", headers={"Sec-Fetch-Site": "cross-site"})
            assert (answer.status, answer.json["code"]) == (403, "bad_origin")
            answer = await caller.get("/api/v1/phone.svg")
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"

    run(test())


def test_without_a_network_there_is_none():
    async def test():
        async with serving(TableService(), token=TOKEN) as caller:
            answer = await caller.get("/api/v1/phone.svg")
            assert (answer.status, answer.json["code"]) == (404, "no_phones")
            assert not (await caller.state())["phone"]

    run(test())


def test_everybody_is_told_whether_they_may_show_it():
    async def test():
        async with phones() as caller, from_address(caller, STRANGER) as stranger:
            assert (await caller.state())["phone"] is True
            assert (await stranger.state())["phone"] is False
            assert (await stranger.get("/api/v1/state", headers=BEARING)).json["phone"] is True
            here, there, phone = (
                await caller.events(),
                await stranger.events(),
                await stranger.events(headers=BEARING),
            )
            for change in range(2):
                told = [await page.receive_json() for page in (here, there, phone)]
                assert [one["phone"] for one in told] == [True, False, True]
                assert {one["seq"] for one in told} == {change}
                if not change:
                    answer = await stranger.post("button", {"hold_ms": 60}, headers=BEARING)
                    assert answer.json["phone"] is True
            for page in (here, there, phone):
                await page.close()

    run(test())


def test_a_network_that_comes_late_is_found(monkeypatch):
    monkeypatch.setattr("stbpi.web.phone.KNOWN_FOR_S", 0.0)
    found = [None]

    async def test():
        async with serving(TableService(), token=TOKEN, find_address=lambda: found[0]) as caller:
            assert not (await caller.state())["phone"]
            found[0] = AT
            assert (await caller.state())["phone"]

    run(test())


@pytest.mark.parametrize(
    ("web", "page_at", "address"),
    [
        (WebSettings(), ("127.0.0.1", 8420), None),
        (WebSettings(address="tray.pub"), ("127.0.0.1", 8420), None),
        (WebSettings("192.168.1.20"), ("192.168.1.20", 80), "192.168.1.20:80"),
        (WebSettings("fd00::2"), ("fd00::2", 8420), "[fd00::2]:8420"),
        (WebSettings("0.0.0.0", address="10.0.0.1"), ("0.0.0.0", 8420), "10.0.0.1:8420"),
        (WebSettings("::", address="fd00::2"), ("::", 8420), "[fd00::2]:8420"),
        (WebSettings("0.0.0.0", address="tray.pub"), ("0.0.0.0", 8420), "tray.pub:8420"),
    ],
)
def test_phones_are_sent_where_they_reach_the_tray(web, page_at, address):
    assert phone_address(web, page_at) == address


ON_A_NETWORK = """
[web]
# An address of this machine alone, written so that it could be any.
host = "127.1"
address = "192.168.1.20"
"""


def test_a_daemon_on_the_network_makes_a_token_keeps_it_and_asks_for_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with RunningDaemon(tmp_path, more_config=ON_A_NETWORK) as daemon:
            status, reply = await daemon.send("button", {"hold_ms": 60})
            assert (status, reply["code"]) == (401, "bad_token")
            token = kept_token(token_file(daemon.store))
            assert token is not None
            bearing = {"Authorization": f"Bearer {token}"}
            async with daemon.session.post(
                daemon.address + "/api/v1/button", json={"hold_ms": 60}, headers=bearing
            ) as answer:
                assert (await answer.json())["phase"] == "roll"
            assert (await daemon.state())["phone"] is True
            async with daemon.session.get(daemon.address + "/api/v1/phone.svg") as picture:
                port = daemon.address.rpartition(":")[2]
                code = segno.make_qr(
                    f"http://192.168.1.20:{port}/control#token={token}", error="m", boost_error=False
                )
                expected = io.BytesIO()
                code.save(expected, kind="svg", border=4, light="#fff", omitsize=True)
                assert modules(await picture.text()) == modules(expected.getvalue().decode())
            # The command line finds the token by itself: what is refused is the call, not the caller.
            here = Daemon(load_settings(daemon.config), daemon.address)
            state = await asyncio.to_thread(here.post, "service", {"on": True})
            assert state["prompt"]["code"] == "service"
            with pytest.raises(DaemonError, match="Nothing has been decided yet"):
                await asyncio.to_thread(here.post, "undo", {})
            assert token not in daemon.said()
            assert token not in json.dumps(await daemon.state())
            await daemon.terminate()
            await daemon.session.close()
            await daemon.start()
            assert kept_token(token_file(daemon.store)) == token
            async with daemon.session.post(
                daemon.address + "/api/v1/button", json={"hold_ms": 60}, headers=bearing
            ) as answer:
                assert answer.status == 200

    asyncio.run(test())
