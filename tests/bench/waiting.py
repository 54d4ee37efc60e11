"""Waiting on the loop's own clock."""

from __future__ import annotations

import asyncio


async def passing(seconds: float) -> None:
    """Return once that much time has passed."""
    loop = asyncio.get_running_loop()
    passed: asyncio.Future[None] = loop.create_future()
    timer = loop.call_later(seconds, passed.set_result, None)
    try:
        await passed
    finally:
        timer.cancel()
