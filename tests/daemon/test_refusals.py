"""The tray's own language is what callers are told refusals in who ask for none that it speaks."""

from __future__ import annotations

import asyncio

from tests.support.running import RunningDaemon


def test_a_german_tray_refuses_in_german_and_a_guest_reads_italian(tmp_path):
    async def ask() -> None:
        daemon = RunningDaemon(tmp_path)
        daemon.config.write_text('language = "de"\n' + daemon.config.read_text(encoding="utf-8"))
        async with daemon:
            assert (await daemon.state())["prompt"]["text"].startswith("Drücken zum Start")
            status, reply = await daemon.send("next", {})
            assert (status, reply["code"]) == (409, "no_match")
            assert (
                reply["error"] == "Es läuft kein Spiel; den Knopf drücken, um das vorbereitete zu beginnen."
            )
            url, headers = daemon.address + "/api/v1/match", {"Accept-Language": "it-IT,it;q=0.9"}
            body = {"rules": "numbers", "players": 2}
            async with daemon.session.post(url, json=body, headers=headers) as answer:
                reply = await answer.json()
            assert (answer.status, reply["code"]) == (422, "tray_too_small")
            assert reply["error"] == (
                "«numbers» in 2 giocatori richiede 2 lati, uno a testa, e la plancia ne ha 1; scegli un regolamento "
                "con fila comune, o una plancia più grande: avvia con stbpi run --simulate --profile "
                'simulated-4x12, o metti [board] profile = "simulated-4x12" nella configurazione.'
            )

    asyncio.run(ask())
