"""A clean stop: first the page, then the screens, then lamp and buzzer at rest, and the journal last."""

from __future__ import annotations

import asyncio
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from stbpi.config import Override, load_settings
from stbpi.daemon.listen import listen, page_address
from stbpi.daemon.loop import punctual_loop
from stbpi.daemon.panels import Panels
from stbpi.daemon.program import play
from stbpi.store import Journal, ResilientJournal
from stbpi.tray import Tray, load_profile
from stbpi.tray.gpio import GpioOutput
from stbpi.web.server import Server


def test_everything_is_put_to_rest_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "stbpi.db"
    settings = load_settings(
        None,
        [
            Override(("board", "backend"), "simulated", "a test"),
            Override(("store", "path"), str(store), "a test"),
            Override(("web", "port"), 0, "a test"),
        ],
    )
    closed: list[str] = []
    lamp: list[bool] = []
    glass: list[tuple[Any, ...]] = []

    def watched(owner: type, name: str, before: Any = None, after: Any = None) -> None:
        close = owner.close  # type: ignore[attr-defined]

        def closing(self: Any, *arguments: Any) -> Any:
            closed.append(name)
            if before:
                before(self)
            done = close(self, *arguments)
            if after:
                after(self)
            return done

        monkeypatch.setattr(owner, "close", closing)

    watched(Server, "page")
    watched(
        Panels,
        "screens",
        lambda panels: glass.append(_drawn(panels.png(0))),
        lambda panels: glass.append(_drawn(panels.png(0))),
    )
    watched(Tray, "tray", lambda tray: lamp.append(bool(tray.lit)))
    watched(GpioOutput, "output", lambda output: lamp.append(output.lit))
    watched(ResilientJournal, "journal")

    async def press_and_stop() -> None:
        stop = asyncio.Event()
        sock = listen(settings.web)
        address = page_address(sock)
        running = asyncio.create_task(play(settings, load_profile("direct-9"), sock, stop, lambda: 0.0))
        press = urllib.request.Request(address + "api/v1/button", b'{"hold_ms": 60}', method="POST")
        press.add_header("Content-Type", "application/json")

        def ask() -> None:
            with urllib.request.urlopen(press, timeout=10) as reply:
                assert b"press_to_roll" in reply.read()

        await asyncio.to_thread(ask)
        stop.set()
        await asyncio.wait_for(running, 5)
        sock.close()

    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        runner.run(press_and_stop())

    assert closed == ["page", "screens", "tray", "output", "output", "journal"]
    # The turn lamp was lit; lamp and buzzer were put out before their pins were let go of, which then float.
    assert lamp == [True, False, False]
    # The screen said something, and an OLED that is left says nothing: it would burn in.
    assert glass == [(0, 255), (0, 0)]
    # The lock is free: the next one to start gets the journal at once.
    Journal.open(store, wait_s=0).close()


@pytest.mark.parametrize("profile", ["direct-9", "hc165-4x12", "matrix-4x12", "mcp23017-4x10"])
def test_pins_that_do_not_answer_keep_nothing_from_being_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, profile: str
) -> None:
    store = tmp_path / "stbpi.db"
    settings = load_settings(
        None,
        [
            Override(("board", "backend"), "simulated", "a test"),
            Override(("store", "path"), str(store), "a test"),
            Override(("web", "port"), 0, "a test"),
        ],
    )
    outputs: set[GpioOutput] = set()
    close = GpioOutput.close

    def closing(self: GpioOutput) -> None:
        outputs.add(self)
        close(self)

    monkeypatch.setattr(GpioOutput, "close", closing)
    plan = load_profile(profile)

    async def lose_the_pins_and_stop() -> None:
        stop = asyncio.Event()
        sock = listen(settings.web)
        address = page_address(sock)
        running = asyncio.create_task(play(settings, plan, sock, stop, lambda: 0.0))

        def ask(path: str, body: bytes) -> None:
            request = urllib.request.Request(address + path, body, method="POST")
            request.add_header("Content-Type", "application/json")
            with urllib.request.urlopen(request, timeout=10) as reply:
                reply.read()

        await asyncio.to_thread(ask, "api/v1/button", b'{"hold_ms": 60}')
        await asyncio.to_thread(ask, "api/v1/sim/fault", b'{"kind": "pins_gone", "on": true}')
        stop.set()
        async with asyncio.timeout(5):
            await running
        sock.close()

    with asyncio.Runner(loop_factory=punctual_loop) as runner:
        runner.run(lose_the_pins_and_stop())

    assert len(outputs) == len(plan.lamps) + 1, "every lamp and the buzzer"
    assert "Traceback" not in caplog.text
    Journal.open(store, wait_s=0).close()


def _drawn(png: bytes) -> tuple[Any, ...]:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        return image.convert("L").getextrema()
