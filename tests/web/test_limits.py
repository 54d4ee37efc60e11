"""One caller takes neither every connection, nor every page, nor every call; the others and the tray's screen go on."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager
from types import SimpleNamespace

import aiohttp
import pytest

from stbpi.web.door import HERE, KEPT_FOR_HERE, MOST_CONNECTIONS, MOST_FROM_ONE, is_room
from stbpi.web.guard import MOST_ADDRESSES, WRONG_TOKENS, Allowances
from stbpi.web.live import MOST_PAGES_FROM_ONE
from stbpi.web.silent import SilentConnections
from tests.web.serving import Caller, run, serving
from tests.web.table_service import TableService

TOKEN = "the-token-of-the-house"
BEARING = {"Authorization": f"Bearer {TOKEN}"}

STRANGER = "127.0.0.2"
ANOTHER = "127.0.0.3"
"""The loopback's other addresses stand for machines on the network."""


@asynccontextmanager
async def from_address(caller: Caller, address: str):
    """The same server, called from another address."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=MOST_FROM_ONE // 2)
    async with aiohttp.ClientSession(connector=connector) as session:
        yield Caller(session, caller.server, caller.port)


async def connect(caller: Caller, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", caller.port, local_addr=(address, 0))


async def hang_up(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()
        await writer.wait_closed()


def connections(caller: Caller) -> int:
    return len(caller.server._runner.server.connections)


def test_one_address_cannot_take_every_connection():
    async def test():
        async with serving(TableService()) as caller:
            held = [await connect(caller, STRANGER) for _ in range(MOST_FROM_ONE)]
            while connections(caller) < MOST_FROM_ONE:
                await caller.get("/healthz")
            reader, writer = await connect(caller, STRANGER)
            head, body = (await reader.read()).split(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert b"\r\nRetry-After: 1\r\n" in head
            assert json.loads(body)["code"] == "too_many_connections"
            await hang_up(writer)
            # Others come in, and so does the same one again where it lets go.
            async with from_address(caller, ANOTHER) as another:
                assert (await another.get("/healthz")).status == 200
            assert (await caller.get("/healthz")).status == 200
            await hang_up(held.pop()[1])
            while connections(caller) > MOST_FROM_ONE:
                await caller.get("/healthz")
            async with from_address(caller, STRANGER) as stranger:
                assert (await stranger.get("/healthz")).status == 200
            await hang_up(*(writer for _, writer in held))

    run(test())


def test_the_network_cannot_shut_out_the_trays_own_screen():
    network = [f"10.0.{i // 250}.{i % 250}" for i in range(MOST_CONNECTIONS - KEPT_FOR_HERE)]
    assert is_room("10.9.9.9", network[1:])
    assert not is_room("10.9.9.9", network)
    for here in HERE:
        assert is_room(here, network)
        assert not is_room(here, [*network, *[here] * KEPT_FOR_HERE])


def test_one_address_cannot_take_every_page():
    async def test():
        async with serving(TableService()) as caller, from_address(caller, STRANGER) as stranger:
            pages = [await stranger.events() for _ in range(MOST_PAGES_FROM_ONE)]
            with pytest.raises(aiohttp.WSServerHandshakeError, match="429") as refused:
                await stranger.events()
            assert refused.value.headers["Retry-After"] == "1"
            async with from_address(caller, ANOTHER) as another:
                await (await another.events()).close()
            await (await caller.events()).close()
            for page in pages:
                await page.close()

    run(test())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Too much at once; wait a second, then go slower."),
        ("fr", "Trop à la fois\N{NO-BREAK SPACE}; attendez une seconde, puis allez moins vite."),
        ("de", "Zu viel auf einmal; warte eine Sekunde, dann langsamer."),
        ("it", "Troppo in una volta; aspetta un secondo, poi vai più piano."),
        ("es", "Demasiado a la vez; espera un segundo y ve más despacio."),
    ],
)
def test_who_changes_too_much_is_told_so_and_the_others_are_not_held_up(language, sentence, monkeypatch):
    # So few that no computer is too slow to send more.
    monkeypatch.setattr("stbpi.web.guard.CALLS_FROM_ONE", 2)

    async def test():
        async with serving(TableService()) as caller, from_address(caller, STRANGER) as stranger:
            headers = {"Accept-Language": language}
            answers = await asyncio.gather(*(stranger.post("redo", headers=headers) for _ in range(30)))
            refused = [answer for answer in answers if answer.status == 429]
            assert refused
            for answer in refused:
                assert answer.json == {"code": "too_many_calls", "error": sentence}
                assert answer.headers["Retry-After"] == "1"
                assert answer.headers["Content-Language"] == language
            async with from_address(caller, ANOTHER) as another:
                assert (await another.post("button", {"hold_ms": 60})).status == 200
            assert (await caller.post("dice", {"dice": [6, 3]})).status == 200

    run(test())


def test_a_token_cannot_be_guessed_by_trying():
    async def test():
        async with serving(TableService(), token=TOKEN) as caller, from_address(caller, STRANGER) as stranger:
            for guess in range(WRONG_TOKENS):
                answer = await stranger.post("undo", headers={"Authorization": f"Bearer {guess}"})
                assert answer.status == 401
            # From then on not even the right one tells the guesser anything.
            for headers in ({"Authorization": "Bearer 11"}, BEARING):
                answer = await stranger.post("undo", headers=headers)
                assert (answer.status, answer.json["code"]) == (429, "too_many_tokens")
                assert 1 <= int(answer.headers["Retry-After"]) <= 5
                assert f"wait {answer.headers['Retry-After']} s" in answer.json["error"]
            # Who shows none learns as much as ever, and people elsewhere play on.
            assert (await stranger.post("undo")).status == 401
            async with from_address(caller, ANOTHER) as another:
                assert (await another.post("button", {"hold_ms": 60}, headers=BEARING)).status == 200

    run(test())


def test_what_is_turned_away_for_its_token_costs_nobody_else_a_call():
    async def test():
        async with serving(TableService(), token=TOKEN) as caller:
            answers = await asyncio.gather(*(caller.post("redo") for _ in range(500)))
            assert {answer.status for answer in answers} == {401}
            assert (await caller.post("button", {"hold_ms": 60}, headers=BEARING)).status == 200

    run(test())


def test_a_household_of_ipv6_addresses_counts_as_one():
    allowances = Allowances(1, 3, lambda: 0.0)
    for host in range(3):
        assert allowances.of(f"2001:db8:0:1::{host:x}").take() == 0
    assert allowances.of("2001:db8:0:1:ffff::9").take() > 0
    assert allowances.of("2001:db8:0:2::1").take() == 0
    assert allowances.of("fe80::1%eth0").take() == 0
    # Of IPv4, and of IPv4 as a socket of both kinds has it, each counts for itself.
    for _ in range(3):
        assert allowances.of("::ffff:10.0.0.1").take() == 0
    assert allowances.of("::ffff:10.0.0.1").take() > 0
    assert allowances.of("::ffff:10.0.0.2").take() == 0


def test_of_ever_more_addresses_only_so_many_are_remembered():
    now = 0.0
    allowances = Allowances(1, 1, lambda: now)
    for i in range(3 * MOST_ADDRESSES):
        allowances.of(f"10.{i >> 16}.{i >> 8 & 255}.{i & 255}").take()
    assert len(allowances._of) <= MOST_ADDRESSES
    assert allowances.of(f"10.0.{3 * MOST_ADDRESSES - 1 >> 8}.255").take() > 0
    now = 10.0
    allowances.of("192.168.0.1")
    assert len(allowances._of) == 1


def test_an_answer_that_nobody_takes_is_let_go_of(monkeypatch):
    monkeypatch.setattr("stbpi.web.silent.LOOK_EVERY_S", 0.01)
    monkeypatch.setattr("stbpi.web.silent.STUCK_S", 0.05)

    async def test():
        async with serving(TableService()) as caller:
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", caller.port))
            asking = b"GET /api/v1/rules HTTP/1.1\r\nHost: localhost\r\n\r\n"

            async def ask_without_end():
                while True:
                    await loop.sock_sendall(deaf, asking * 100)

            with pytest.raises(ConnectionError):
                await ask_without_end()
            deaf.close()
            assert (await caller.get("/healthz")).status == 200

    run(test())


class Line:
    """A connection of which, each time somebody looks, so many bytes are not taken yet."""

    def __init__(self, *waiting: int) -> None:
        self._waiting = iter(waiting)
        self.transport = self
        self.cut = False

    def get_write_buffer_size(self) -> int:
        return next(self._waiting)

    def abort(self) -> None:
        self.cut = True


@pytest.mark.parametrize(
    ("waiting", "cut"),
    [
        # Asked twice in each look while something waits: once whether, once how much.
        ((900, 900, 600, 600, 500, 500), False),
        ((900, 900, 600, 600, 600, 600), True),
        ((900, 900, 0, 900, 900), False),
        ((0, 0, 0), False),
    ],
)
def test_an_answer_that_is_taken_slowly_is_not(waiting, cut, monkeypatch):
    # Any time at all is too long.
    monkeypatch.setattr("stbpi.web.silent.STUCK_S", 1e-9)
    line = Line(*waiting)

    async def test():
        silent = SilentConnections(SimpleNamespace(server=SimpleNamespace(connections=[line])))
        silent.heard(SimpleNamespace(protocol=line))
        for _ in range(3):
            silent._look()
        silent.close()

    run(test())
    assert line.cut is cut
