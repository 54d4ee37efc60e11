"""systemd's watchdog, played by a real socket: told when people can play, fed while the loop turns and not a moment
longer, told of the end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys

import pytest

from stbpi.daemon.watched import Watched
from tests.support.running import RunningDaemon

ALLOWED_US = 600_000


class Systemd:
    """Hears datagrams at a path, or at an abstract name."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    async def hears(self, seconds: float) -> str | None:
        """The next word, None where none comes in time."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(seconds):
                return (await loop.sock_recv(self.socket, 4096)).decode()
        except TimeoutError:
            return None


@pytest.fixture
def systemd(tmp_path):
    there = Systemd(str(tmp_path / "notify"))
    yield there
    there.socket.close()


def test_a_daemon_feeds_its_watchdog_until_it_hangs(tmp_path, systemd, monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", str(ALLOWED_US))

    async def watch() -> None:
        async with RunningDaemon(tmp_path) as daemon:
            assert await systemd.hears(20) == "READY=1"
            # Ready is who answers.
            assert (await daemon.state())["prompt"]["code"] == "press_to_start"
            for _ in range(5):
                assert await systemd.hears(ALLOWED_US / 1e6) == "WATCHDOG=1"
            daemon.process.send_signal(signal.SIGSTOP)
            while await systemd.hears(ALLOWED_US / 1e6) is not None:
                pass  # what was on its way
            assert await systemd.hears(ALLOWED_US / 1e6) is None
            daemon.process.send_signal(signal.SIGCONT)
            assert await systemd.hears(5) == "WATCHDOG=1"
            daemon.process.send_signal(signal.SIGTERM)
            said = "WATCHDOG=1"
            while said == "WATCHDOG=1":
                said = await systemd.hears(5)
            assert said == "STOPPING=1"
            async with asyncio.timeout(5):
                assert await daemon.process.wait() == 0

    asyncio.run(watch())


HANGS = """
import asyncio, threading
from stbpi.daemon.watched import Watched
def hang():
    # A thread may be as lively as it likes.
    threading.Thread(target=lambda: [sum(range(99)) for _ in iter(int, 1)], daemon=True).start()
    while True:
        pass
async def main():
    Watched().ready()
    asyncio.get_running_loop().call_later(0.5, hang)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def test_a_loop_that_spins_starves_it_whatever_threads_do(tmp_path, systemd):
    async def watch() -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", HANGS),
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "300000"},
        )
        try:
            assert await systemd.hears(20) == "READY=1"
            assert await systemd.hears(5) == "WATCHDOG=1"
            fed = 0
            while await systemd.hears(1.0) is not None:
                fed += 1
                assert fed < 50, "it is fed though the loop hangs"
            assert fed >= 1
        finally:
            process.kill()
            await process.wait()

    asyncio.run(watch())


def test_an_abstract_name_is_understood():
    name = f"stbpi-test-{os.getpid()}"
    there = Systemd(f"\0{name}")

    async def say() -> None:
        watched = Watched({"NOTIFY_SOCKET": f"@{name}"})
        watched.ready()
        assert await there.hears(5) == "READY=1"
        assert await there.hears(0.2) is None, "nobody asked for a watchdog"
        watched.stopping()
        assert await there.hears(5) == "STOPPING=1"
        watched.close()

    asyncio.run(say())
    there.socket.close()


@pytest.mark.parametrize(
    "more",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "90000", "WATCHDOG_PID": "1"}],
)
def test_no_watchdog_of_ours_is_fed(tmp_path, systemd, more):
    async def say() -> None:
        watched = Watched({"NOTIFY_SOCKET": str(tmp_path / "notify"), **more}, pid=4711)
        watched.ready()
        assert await systemd.hears(5) == "READY=1"
        assert await systemd.hears(0.2) is None
        watched.close()

    asyncio.run(say())


def test_nobody_who_listens_and_nobody_who_watches(tmp_path, caplog):
    async def say(environment) -> None:
        watched = Watched(environment)
        watched.ready()
        watched.stopping()
        watched.close()

    asyncio.run(say({}))
    assert caplog.text == ""
    asyncio.run(say({"NOTIFY_SOCKET": str(tmp_path / "nowhere"), "WATCHDOG_USEC": "1000"}))
    assert "systemd is not told that the daemon runs" in caplog.text
