"""``python -m tests.bench.crowd follow|ask ADDRESS COUNT``: other people's pages, in a process of their own.

They follow the table over a WebSocket each, or ask for the state four times a second, until stdin is closed. A line on
stdout says when all of them are at it. What a page would make of the answer is the work of other people's phones, and
none of it is done here.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

import aiohttp

from tests.bench.waiting import passing

ASK_EVERY_S = 0.25
"""Of the plain way: a page that asks for the state four times a second."""


@contextlib.asynccontextmanager
async def crowd(what: str, address: str, count: int) -> AsyncIterator[None]:
    """So many pages beside, from when all of them are open until the end of the block."""
    if not count:
        yield
        return
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.bench.crowd",
        what,
        address,
        str(count),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if await process.stdout.readline() != b"ready\n":
            raise RuntimeError(f"{count} pages that {what} could not all be opened")
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def _follow(session: aiohttp.ClientSession, address: str, _number: int, opened: asyncio.Event) -> None:
    async with session.ws_connect(f"{address}/api/v1/events", max_msg_size=0) as socket:
        async for _ in socket:
            opened.set()


async def _ask(session: aiohttp.ClientSession, address: str, number: int, opened: asyncio.Event) -> None:
    # Each at its own moment, as people open pages.
    await passing(ASK_EVERY_S * (number % 25) / 25)
    while True:
        async with session.get(f"{address}/api/v1/state") as answer:
            await answer.read()
        opened.set()
        await passing(ASK_EVERY_S)


async def _main(what: str, address: str, count: int) -> None:
    loop = asyncio.get_running_loop()
    way = {"follow": _follow, "ask": _ask}[what]
    opened = [asyncio.Event() for _ in range(count)]
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        pages = [loop.create_task(way(session, address, at, event)) for at, event in enumerate(opened)]
        for event in opened:
            await event.wait()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await loop.run_in_executor(None, sys.stdin.read)
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
