"""Whatever is sent over a WebSocket, the daemon lives and the others follow the game."""

import asyncio
import contextlib
import random
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stbpi.web.masks import Masks
from tests.support.running import RunningDaemon
from tests.web.serving import Caller, run, serving
from tests.web.table_service import TableService
from tests.web.test_live import HANDSHAKE

SOCKETS = 50

OPCODES = range(16)


def frame(
    payload: bytes, opcode: int = 1, *, first: int = 0x80, masked: bool = True, told: int | None = None
):
    """A frame, right or wrong: ``first`` are the bits beside the opcode, ``told`` the length it claims to have."""
    length = len(payload) if told is None else told
    mask = b"\x01\x02\x03\x04"
    high = 0x80 if masked else 0
    if length < 126:
        head = struct.pack("!BB", first | opcode, high | length)
    elif length < 1 << 16:
        head = struct.pack("!BBH", first | opcode, high | 126, length)
    else:
        head = struct.pack("!BBQ", first | opcode, high | 127, length)
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


frames = st.builds(
    frame,
    st.binary(max_size=200),
    st.sampled_from(OPCODES),
    first=st.sampled_from([0x80, 0x00, 0xC0, 0xA0, 0x90, 0xF0]),
    masked=st.booleans(),
    told=st.none()
    | st.sampled_from([0, 1, 125, 126, 127, 4096, 4097, 65535, 65536, 2**31, 2**63 - 1, 2**64 - 1]),
)
well_formed = st.builds(frame, st.binary(max_size=125), st.sampled_from([1, 2, 8, 9, 10]))
rubbish = st.lists(well_formed | frames | st.binary(max_size=300), min_size=1, max_size=8).map(b"".join)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def sent(caller: Caller, data: bytes, cuts: list[int]) -> None:
    """Send this after a handshake, in pieces, and take whatever comes until the server has had enough."""
    reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    try:
        for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            writer.write(data[begin:end])
            await writer.drain()
            await caller.get("/healthz")
        writer.write_eof()
        await reader.read()
    except OSError:
        # The server had had enough.
        pass
    await hang_up(writer)


def test_others_follow_the_game_whatever_one_sends(caplog):
    """One server for all examples: what one leaves behind, the next would find."""

    async def test():
        service = TableService()
        async with serving(service) as caller:
            page = await caller.events()
            seq = (await page.receive_json())["seq"]
            loop = asyncio.get_running_loop()

            @settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
            @given(data=rubbish, cuts=st.lists(st.integers(0, 600), max_size=3).map(sorted))
            @example(data=frame(b"said in one piece" * 6, 1), cuts=[])
            @example(data=frame(bytes(range(100)), 2), cuts=[3, 50])
            def fuzz(data, cuts):
                async def one():
                    nonlocal seq
                    await sent(caller, data, [min(cut, len(data)) for cut in cuts])
                    service.publish()
                    assert (await page.receive_json())["seq"] == seq + 1
                    seq += 1

                asyncio.run_coroutine_threadsafe(one(), loop).result(10)

            await asyncio.to_thread(fuzz)
            await page.close()
            while service.listeners:
                await caller.get("/healthz")
            assert (await caller.post("button", {"hold_ms": 60})).json["phase"] == "roll"

    run(test())
    assert caplog.text == ""


def test_who_sends_a_frame_without_a_mask_is_sent_away():
    async def test():
        async with serving(TableService()) as caller:
            page = await caller.events()
            await page.receive_json()

            async def send(before: bytes, opcode: int) -> bytes:
                reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
                writer.write(HANDSHAKE)
                await reader.readuntil(b"\r\n\r\n")
                writer.write(before + frame(b"hi", opcode, masked=False))
                writer.write(frame(b"hello", 9))
                came = await reader.read()
                await hang_up(writer)
                return came

            befores = [b"", frame(b"hello"), frame(b"x" * 300), frame(b"", 10)]
            for came in await asyncio.gather(
                *(send(before, opcode) for before in befores for opcode in (1, 8, 9))
            ):
                # The last frame is a close with 1002, "protocol error"; nothing of what came with it was heard.
                reason = b"frames must be masked"
                assert came.endswith(struct.pack("!BBH", 0x88, 2 + len(reason), 1002) + reason)
                assert frame(b"hello", 10, masked=False) not in came
            await caller.post("button", {"hold_ms": 60})
            assert (await page.receive_json())["seq"] == 1
            await page.close()

    run(test())


@given(
    st.lists(st.tuples(st.sampled_from([0, 1, 125, 126, 70_000]), st.booleans()), min_size=1, max_size=6),
    st.data(),
)
@settings(max_examples=40, deadline=None)
def test_masks_are_seen_however_frames_are_cut(sizes, data):
    stream = b"".join(frame(bytes(size), 2, masked=masked) for size, masked in sizes)
    all_masked = all(masked for _, masked in sizes)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    masks = Masks()
    pieces = [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert all(masks.are_on(piece) for piece in pieces) is all_masked


@pytest.mark.parametrize("opcode", [1, 9])
def test_who_talks_without_end_is_sent_away(opcode):
    async def test():
        async with serving(TableService()) as caller:
            page = await caller.events()
            await page.receive_json()
            reader, writer = await asyncio.open_connection("127.0.0.1", caller.port)
            writer.write(HANDSHAKE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(b"hello", opcode) * 200)
            came = await reader.read()
            # The last frame is a close with 1008, "policy violation".
            assert b"\x88" in came
            assert came.endswith(struct.pack("!H", 1008) + b"nobody listens here")
            assert came.count(frame(b"hello", 10, masked=False)) == (10 if opcode == 9 else 0)
            await hang_up(writer)
            await caller.post("button", {"hold_ms": 60})
            assert (await page.receive_json())["seq"] == 1
            await page.close()

    run(test())


def test_a_ping_now_and_then_is_answered():
    async def test():
        async with serving(TableService()) as caller:
            page = await caller.events(autoping=False)
            await page.receive_json()
            for _ in range(5):
                await page.ping(b"there?")
                assert (await page.receive()).data == b"there?"
            await page.close()

    run(test())


def test_the_daemon_lives_and_fifty_pages_follow_it_through_rubbish(tmp_path):
    async def test():
        chance = random.Random(8420)
        async with RunningDaemon(tmp_path, "--dice-seed", "7") as daemon:
            address = daemon.address.removeprefix("http://").split(":")
            pages = [
                await daemon.session.ws_connect(daemon.address + "/api/v1/events") for _ in range(SOCKETS)
            ]

            async def bother(rounds):
                for _ in range(rounds):
                    reader, writer = await asyncio.open_connection(address[0], int(address[1]))
                    writer.write(HANDSHAKE)
                    await reader.readuntil(b"\r\n\r\n")
                    piece = chance.randbytes(chance.randrange(1, 400))
                    writer.write(piece if chance.random() < 0.5 else frame(piece, chance.choice(OPCODES)))
                    try:
                        writer.write_eof()
                        await reader.read()
                    except OSError:
                        pass
                    await hang_up(writer)

            async def play():
                await daemon.post("match", rules="classic", players=["Anna", "Ben"])
                await daemon.post("button", hold_ms=60)
                await daemon.post("button", hold_ms=60)
                return (await daemon.post("undo"))["seq"]

            last, *_ = await asyncio.gather(play(), *(bother(20) for _ in range(5)))

            async def follow(page):
                seqs = []
                while not seqs or seqs[-1] < last:
                    seqs.append((await page.receive_json())["seq"])
                return seqs

            async with asyncio.timeout(20):
                followed = await asyncio.gather(*(follow(page) for page in pages))
            for seqs in followed:
                assert seqs == [*range(seqs[0], last + 1)]
            for page in pages:
                await page.close()
            assert daemon.process.returncode is None
            assert "Traceback" not in daemon.said()
            assert len(daemon.said()) < 2000, daemon.said()
            assert len(list(Path(f"/proc/{daemon.process.pid}/fd").iterdir())) < 100

    asyncio.run(test())
