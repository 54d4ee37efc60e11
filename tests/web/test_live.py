"""The WebSocket: the whole state first, then one message a change, in order, none left out."""

import asyncio
import json
import socket

import aiohttp
import pytest

from stbpi.web.live import LARGEST_FRAME, MOST_PAGES, MOST_WAITING
from tests.web.serving import bound_socket, run, serving
from tests.web.table_service import TableService

HANDSHAKE = (
    b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def drained(page):
    """Everything until the page is sent away; the messages and the code."""
    messages = []
    async for message in page:
        messages.append(message.json())
    return messages, page.close_code


def test_first_the_whole_state_then_every_change():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            page = await caller.events()
            first = await page.receive_json()
            assert first == await caller.state()
            seqs = [first["seq"]]
            answers = []
            for call, body in [
                ("button", {"hold_ms": 60}),
                ("dice", {"dice": [6, 3]}),
                ("sim/flap", {"side": 0, "flap": 9, "closed": True}),
                ("undo", None),
                ("redo", None),
            ]:
                answers.append((await caller.post(call, body)).json)
            last = answers[-1]["seq"]
            received = {}
            while seqs[-1] < last:
                state = await page.receive_json()
                seqs.append(state["seq"])
                received[state["seq"]] = state
            assert seqs == [*range(first["seq"], last + 1)]
            for answer in answers:
                assert received[answer["seq"]] == answer
            await page.close()

    run(test())


def test_many_pages_see_the_same_while_others_play_at_once():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            pages = [await caller.events() for _ in range(20)]
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            flaps = [
                caller.post("sim/flap", {"side": 0, "flap": flap, "closed": True}) for flap in range(1, 10)
            ]
            await asyncio.gather(*flaps, caller.post("undo"), caller.post("correct", {}))
            last = (await caller.state())["seq"]
            for page in pages:
                seqs = []
                while not seqs or seqs[-1] < last:
                    seqs.append((await page.receive_json())["seq"])
                assert seqs == [*range(last + 1)]
                await page.close()

    run(test())


def test_a_page_that_joins_late_starts_with_what_stands():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            await caller.post("button", {"hold_ms": 60})
            now = await caller.state()
            page = await caller.events()
            assert await page.receive_json() == now
            service.publish()
            assert (await page.receive_json())["seq"] == now["seq"] + 1
            await page.close()

    run(test())


def test_pages_that_left_are_no_longer_told():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            page = await caller.events()
            await page.receive_json()
            assert len(service.listeners) == 1
            await page.close()
            while service.listeners:
                await caller.get("/healthz")
            service.publish()

    run(test())


def test_a_page_that_lets_too_many_changes_wait_is_sent_away():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            page, other = await caller.events(), await caller.events()
            await page.receive_json()
            for _ in range(MOST_WAITING + 10):
                service.publish()
            messages, code = await drained(page)
            assert code == aiohttp.WSCloseCode.TRY_AGAIN_LATER
            assert [state["seq"] for state in messages] == [*range(1, len(messages) + 1)]
            assert (await drained(other))[1] == aiohttp.WSCloseCode.TRY_AGAIN_LATER
            again = await caller.events()
            assert (await again.receive_json())["seq"] == service.snapshot().seq
            await again.close()

    run(test())


def test_a_page_that_stops_reading_does_not_hold_up_the_others():
    async def test():
        service = TableService(["x" * 200] * 8)
        async with serving(service) as caller:
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", caller.port))
            await loop.sock_sendall(deaf, HANDSHAKE)
            while not service.listeners:
                await caller.get("/healthz")
            listening = await caller.events()
            told = 0
            # The kernel's buffers fill first, then the page's own queue; then it is sent away.
            while len(caller.server._feed._pages) > 1:
                for _ in range(100):
                    service.publish()
                while told < service.snapshot().seq:
                    told = (await listening.receive_json())["seq"]
                assert told < 50_000
            await listening.close()
            deaf.close()

    run(test())


def test_no_more_pages_than_the_limit():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            pages = [await caller.events() for _ in range(MOST_PAGES)]
            with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                await caller.events()
            await pages[0].close()
            while len(caller.server._feed._pages) == MOST_PAGES:
                await caller.get("/healthz")
            again = await caller.events()
            assert (await again.receive_json())["phase"] == "idle"
            for page in [*pages[1:], again]:
                await page.close()

    run(test())


def test_what_a_page_sends_means_nothing():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            page = await caller.events()
            first = await page.receive_json()
            await page.send_str(json.dumps({"call": "undo"}))
            await page.send_bytes(bytes(range(256)))
            await page.send_str("x" * (LARGEST_FRAME - 100))
            await page.ping(b"still there?")
            service.publish()
            assert (await page.receive_json())["seq"] == first["seq"] + 1
            await page.close()

    run(test())


def test_too_large_a_frame_ends_the_connection_and_nothing_else():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            page, other = await caller.events(), await caller.events()
            await other.receive_json()
            await page.send_str("x" * (LARGEST_FRAME + 1))
            assert (await drained(page))[1] == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
            service.publish()
            assert (await other.receive_json())["seq"] == 1
            await other.close()

    run(test())


@pytest.mark.parametrize(
    "frame",
    [
        b"\xff\xff\xff\xff",
        b"\x83\x80\x00\x00\x00\x00",
        b"\x81\x05hello",
        b"\x88\x81\x00\x00\x00\x00\x00",
        b"\x81\xfe\xff\xff",
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",
    ],
)
def test_frames_that_are_none_do_no_harm(frame, caplog):
    async def test():
        service = TableService()
        async with serving(service) as caller:
            reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
            writer.write(HANDSHAKE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame)
            writer.write_eof()
            await reader.read()
            writer.close()
            await writer.wait_closed()
            while service.listeners:
                await caller.get("/healthz")
            assert (await caller.post("button", {"hold_ms": 60})).json["phase"] == "roll"

    run(test())
    assert caplog.text == ""


def test_closing_the_server_sends_every_page_away_and_frees_the_address():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            pages = [await caller.events() for _ in range(5)]
            for page in pages:
                await page.receive_json()
            ends = [asyncio.create_task(drained(page)) for page in pages]
            async with asyncio.timeout(2.5):
                await caller.server.close()
            assert [code for _, code in await asyncio.gather(*ends)] == [aiohttp.WSCloseCode.GOING_AWAY] * 5
            assert service.listeners == []
            with pytest.raises(aiohttp.ClientConnectorError):
                await caller.get("/healthz")
            again = socket.socket()
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", caller.port))
            again.close()

    run(test())


def test_closing_does_not_wait_for_a_page_that_does_not_answer():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            _, writer = await asyncio.open_connection("127.0.0.1", caller.port)
            writer.write(HANDSHAKE)
            while not service.listeners:
                await caller.get("/healthz")
            async with asyncio.timeout(2.5):
                await caller.server.close()
            writer.close()

    run(test())


def test_a_socket_that_listens_already_is_served_too():
    async def test():
        from stbpi.web.server import serve

        sock = bound_socket()
        sock.listen()
        server = await serve(TableService(), sock, token=None, simulated=False)
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{sock.getsockname()[1]}/healthz") as response,
        ):
            assert response.status == 200
        await server.close()

    run(test())
