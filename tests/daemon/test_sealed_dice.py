"""Electronic dice of the running daemon: sealed before the match, never told in it, and checked by anybody after it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from stbpi.table.dice import seeded_secret
from tests.support.guest import follow_prompt, to_the_end
from tests.support.running import RunningDaemon, State

SEED = 29
SECRETS = [seeded_secret(SEED, match) for match in range(6)]
TAP_MS = 60


def sealed(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def daemon_in(folder: Path) -> RunningDaemon:
    return RunningDaemon(
        folder, "--dice-seed", str(SEED), debounce_ms=5, more_config='[game]\nplayers = ["Anna", "Ben"]\n'
    )


async def stbpi(daemon: RunningDaemon, *arguments: str) -> tuple[int, bytes]:
    """Run a command beside the daemon, on its configuration; the status, and everything it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "stbpi", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out


class Listener:
    """Keeps everything that the daemon says to anybody."""

    def __init__(self, daemon: RunningDaemon) -> None:
        self._daemon = daemon
        self.heard: list[bytes] = []

    async def listen(self) -> None:
        """Every change, as pages are told of it."""
        async with self._daemon.session.ws_connect(self._daemon.address + "/api/v1/events") as events:
            async for message in events:
                self.heard.append(message.data.encode())

    async def ask(self) -> None:
        """Everything that can be asked, also what is refused, and what the command line exports."""
        for path in (
            *("/", "/healthz", "/metrics", "/api/v1/state", "/api/v1/rules", "/api/v1/switches"),
            *("/api/v1/service", "/api/v1/oled.png", "/api/v1/history", "/api/v1/nothing"),
        ):
            async with self._daemon.session.get(self._daemon.address + path) as reply:
                self.heard.append(await reply.read())
        for path, body in (
            ("match", {"rules": "classic", "players": 2}),
            ("match", {"rules": "clasic", "players": 2}),
            ("dice", {"dice": [6, 6]}),
            ("dice", {"dice": [6, 6], "replace": True}),
            ("dice", {"secret": True}),
            ("stop", {}),
            ("nothing", {}),
        ):
            url = f"{self._daemon.address}/api/v1/{path}"
            async with self._daemon.session.post(url, json=body) as reply:
                assert reply.status >= 400, (path, body)
                self.heard.append(await reply.read())
        for options in (["--list"], ["--all"], ["--all", "--json"], ["--all", "--format", "csv"]):
            status, out = await stbpi(self._daemon, "export", "--config", str(self._daemon.config), *options)
            assert status == 0
            self.heard.append(out)
        self.heard.append(self._daemon.log.read_bytes())


def tells(heard: list[bytes], secret: bytes) -> list[bytes]:
    """What of this tells the secret, in any writing that it could stand in."""
    writings = (
        *(secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret)),
        *(repr(secret).encode(), json.dumps(list(secret), separators=(",", ":")).encode()),
        json.dumps(list(secret)).encode(),
    )
    return [one for one in heard if any(writing in one for writing in writings)]


def of_the_dice(state: State) -> dict[str, Any]:
    return {key: state[key] for key in ("dice_commitment", "dice_secret", "dice_before")}


def test_the_secret_is_told_when_the_match_is_over_and_to_nobody_before(tmp_path: Path) -> None:
    async def match() -> None:
        async with daemon_in(tmp_path) as daemon:
            state = await daemon.state()
            untold = {"dice_commitment": sealed(SECRETS[0]), "dice_secret": None, "dice_before": None}
            assert (state["prompt"]["code"], of_the_dice(state)) == ("press_to_start", untold)
            listener = Listener(daemon)
            listening = asyncio.create_task(listener.listen())
            for _ in range(4):
                state = await follow_prompt(daemon, state)
                assert of_the_dice(state) == untold
            await listener.ask()
            # What decides a throw is on the disk of whoever has the tray, and nowhere else.
            state = await daemon.post("undo")
            await daemon.until(lambda now: now["seq"] == state["seq"])
            assert len(listener.heard) > 25
            assert tells(listener.heard, SECRETS[0]) == []
            before = len(listener.heard)

            states = await to_the_end(daemon, await daemon.state())
            over = [state for state in states if state["phase"] == "match_over"]
            assert all(state["dice_secret"] is None for state in states if state not in over)
            told = {"dice_commitment": sealed(SECRETS[0]), "dice_secret": SECRETS[0].hex()}
            assert of_the_dice(over[-1]) == {**told, "dice_before": None}
            listening.cancel()
            for one in listener.heard[before:]:
                state = json.loads(one)
                assert (state["phase"] == "match_over") == (state["dice_secret"] is not None)
                assert state["phase"] == "match_over" or tells([one], SECRETS[0]) == []
            assert tells(listener.heard, SECRETS[0])
            assert tells(listener.heard, SECRETS[1]) == []
            assert SECRETS[0].hex().encode() not in daemon.log.read_bytes()

            record = tmp_path / "match.txt"
            config = ("--config", str(daemon.config))
            assert (await stbpi(daemon, "export", *config, "--output", str(record)))[0] == 0
            status, out = await stbpi(daemon, "replay", "--verify-dice", str(record))
            assert status == 0, out
            assert f"  {sealed(SECRETS[0])}\n".encode() in out
            assert record.read_text(encoding="utf-8").endswith(f"\nsecret = {SECRETS[0].hex()}\n")

    asyncio.run(match())


def test_each_match_has_a_seal_of_its_own_and_one_that_is_given_up_tells_its_secret_too(
    tmp_path: Path,
) -> None:
    async def match() -> None:
        async with daemon_in(tmp_path) as daemon:
            await daemon.post("button", hold_ms=TAP_MS)
            await daemon.post("button", hold_ms=TAP_MS)
            state = await daemon.post("match", rules="classic", players=["Cleo", "Dora"], abandon=True)
            assert of_the_dice(state) == {
                "dice_commitment": sealed(SECRETS[1]),
                "dice_secret": None,
                "dice_before": {"commitment": sealed(SECRETS[0]), "secret": SECRETS[0].hex()},
            }
            state = await daemon.prompt("press_to_start")
            await daemon.post("button", hold_ms=TAP_MS)
            for seat in (0, 1):
                state = await daemon.post("retire", player=seat)
            assert state["dice_secret"] == SECRETS[1].hex()
            # On with a press: the next secret does not follow from the one that has been told.
            await daemon.prompt("match_over")
            state = await daemon.post("button", hold_ms=TAP_MS)
            assert (state["prompt"]["code"], state["dice_commitment"]) == (
                "press_to_start",
                sealed(SECRETS[2]),
            )
            status, out = await stbpi(daemon, "export", "--config", str(daemon.config), "--match", "1")
            assert status == 0
            assert out.decode().endswith(f"\nsecret = {SECRETS[0].hex()}\n")

    asyncio.run(match())


def test_a_seal_that_people_have_noted_outlives_the_power(tmp_path: Path) -> None:
    """Of a match that was asked for or has begun; one that nobody has asked for may have another."""

    async def match() -> None:
        daemon = daemon_in(tmp_path)
        async with daemon:
            await daemon.post("match", rules="classic", players=["Cleo", "Dora"])
            for _ in range(2):
                await daemon.kill()
                await daemon.start()
                state = await daemon.state()
                assert (state["players"][0]["name"], state["dice_commitment"]) == ("Cleo", sealed(SECRETS[1]))
                state = await daemon.post("button", hold_ms=TAP_MS)
            assert state["dice"]
            state = await to_end_by_leaving(daemon)
            assert state["dice_secret"] == SECRETS[1].hex()

    asyncio.run(match())


async def to_end_by_leaving(daemon: RunningDaemon) -> State:
    for seat in (0, 1):
        state = await daemon.post("retire", player=seat)
    return state


def test_without_a_seed_no_two_seals_are_alike(tmp_path: Path) -> None:
    async def match() -> None:
        daemon = RunningDaemon(tmp_path, debounce_ms=5)
        async with daemon:
            seals = {(await daemon.state())["dice_commitment"]}
            for _ in range(5):
                state = await daemon.post("match", rules="classic", players=1)
                seals.add(state["dice_commitment"])
            await daemon.kill()
            await daemon.start()
            await daemon.post("button", hold_ms=TAP_MS)
            state = await daemon.post("retire", player=0)
            secret = bytes.fromhex(state["dice_secret"])
            assert sealed(secret) == state["dice_commitment"]
            assert state["dice_commitment"] in seals
            await daemon.prompt("match_over")
            state = await daemon.post("button", hold_ms=TAP_MS)
            assert state["dice_commitment"] not in {*seals, sealed(hashlib.sha256(secret).digest())}
            assert len(seals) == 6

    asyncio.run(match())
