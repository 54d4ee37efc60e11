"""A real ``stbpi run`` in a process of its own, reached only as anyone would reach it: over HTTP on loopback."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

from tests.web.described import check_answer, check_state

State = dict[str, Any]
Timeout = 20.0
"""Seconds any single thing may take before the test fails; two busy cores included."""

CONFIG = """\
[timing]
debounce_ms = {debounce_ms}
settle_ms = {settle_ms}

[store]
path = "{store}"
"""


class DaemonClient:
    """Talks to a running daemon at ``address`` over ``session``; ``patience`` is how many seconds anything may take."""

    address = ""
    session: aiohttp.ClientSession
    patience = Timeout

    def said(self) -> str:
        """What the daemon has written on stderr, for the message of a test that fails."""
        return ""

    async def state(self) -> State:
        async with self.session.get(self.address + "/api/v1/state") as reply:
            assert reply.status == 200
            state: State = await reply.json()
            check_state(state)
            return state

    async def send(self, path: str, body: object) -> tuple[int, State]:
        """POST a JSON body and give the status and the reply, whatever it is."""
        async with self.session.post(f"{self.address}/api/v1/{path}", json=body) as reply:
            check_answer("POST", f"/api/v1/{path}", reply.status, reply.headers, await reply.text())
            return reply.status, await reply.json()

    async def post(self, path: str, **body: object) -> State:
        """POST something that must work; gives the state after it."""
        status, reply = await self.send(path, body)
        assert status == 200, (path, body, reply)
        return reply

    async def until(self, true_of: Callable[[State], bool]) -> State:
        """Follow the events until a state is as asked; fails after ``patience`` seconds with the last one."""
        last: State = {}

        async def follow() -> State:
            nonlocal last
            async with self.session.ws_connect(self.address + "/api/v1/events") as events:
                async for message in events:
                    last = json.loads(message.data)
                    if true_of(last):
                        return last
            raise AssertionError("the daemon closed the events")

        try:
            # Not wait_for: that one may swallow being cancelled from outside (fixed after Python 3.11).
            async with asyncio.timeout(self.patience):
                return await follow()
        except TimeoutError:
            raise AssertionError(f"never came true; last: {last.get('prompt')} {self.said()}") from None

    async def prompt(self, *codes: str) -> State:
        """Follow the events until the prompt is one of these."""
        return await self.until(lambda state: state["prompt"]["code"] in codes)


class RunningDaemon(DaemonClient):
    """Starts the daemon on a free port in ``folder``; ``state``, ``post`` and ``until`` talk to it."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        settle_ms: int = 40,
        debounce_ms: int = 30,
        more_config: str = "",
        program: tuple[str, ...] = (sys.executable, "-m", "stbpi"),
        simulate: bool = True,
    ) -> None:
        self.folder = folder
        self.config = folder / "stbpi.toml"
        store = folder / "state" / "stbpi.db"
        self.config.write_text(
            CONFIG.format(settle_ms=settle_ms, debounce_ms=debounce_ms, store=store) + more_config,
            encoding="utf-8",
        )
        self.store = store
        self.program = (*program, "run", *(["--simulate"] if simulate else []))
        self.arguments = arguments
        self.port = 0
        self.address = ""
        self.log = folder / "stderr.txt"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(*self.program, "--port", str(self.port)),
                *("--config", str(self.config), *self.arguments),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "HOME": str(self.folder)},
            )
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), Timeout)
        self.address = line.decode().strip().rstrip("/")
        assert self.address.startswith("http://127.0.0.1:"), (line, self.log.read_text())
        self.session = aiohttp.ClientSession()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.session.close()
        if self.process.returncode is None:
            status = await self.terminate()
            if kind is None:
                assert status == 0, self.log.read_text()

    async def terminate(self) -> int:
        """SIGTERM and the exit status; must come within the 5 seconds the unit file allows."""
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), 5)

    async def kill(self) -> None:
        """SIGKILL, as a pulled plug: nothing of the daemon runs after this."""
        self.process.kill()
        await asyncio.wait_for(self.process.wait(), Timeout)
        await self.session.close()

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")
