"""In which language a refusal is told over HTTP: that of whoever asks, else that of the tray."""

from __future__ import annotations

import pytest

from tests.web.serving import run, serving
from tests.web.table_service import TableService

RUNNING = {
    "en": "A match is being played; finish it, or abandon it on purpose.",
    "de": "Ein Spiel läuft; es zu Ende spielen oder ausdrücklich abbrechen.",
    "it": "È in corso una partita; finiscila, o abbandonala di proposito.",
    "es": "Se está jugando una partida; termínala, o abandónala a propósito.",
}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("it", "it"),
        ("it-IT,it;q=0.9,en-US;q=0.8", "it"),
        ("pt-BR,pt;q=0.9,es;q=0.8", "es"),
        ("en-GB,en;q=0.5", "en"),
        ("pt", "de"),
        ("*", "de"),
        (None, "de"),
    ],
)
def test_a_refusal_is_told_in_the_language_asked_for_else_in_the_trays(header, language):
    async def test():
        async with serving(TableService(language="de")) as caller:
            await caller.post("button", {"hold_ms": 60})
            before = await caller.state()
            headers = {} if header is None else {"Accept-Language": header}
            body = {"rules": "classic", "players": ["Cy"]}
            answer = await caller.post("match", body, headers=headers)
            assert (answer.status, answer.json["code"]) == (409, "match_running")
            assert answer.json["error"] == RUNNING[language]
            assert answer.headers["Content-Language"] == language
            assert await caller.state() == before

    run(test())


def test_a_header_given_twice_is_one_list():
    async def test():
        async with serving(TableService()) as caller:
            headers = [("Accept-Language", "pt"), ("Accept-Language", "it")]
            answer = await caller.post("undo", {}, headers=headers)
            assert answer.headers["Content-Language"] == "it"

    run(test())


@pytest.mark.parametrize(
    ("call", "body", "status", "code", "told"),
    [
        ("dice", {"dice": [6, 3]}, 409, "no_match", "Nessuna partita è in corso; premi il pulsante"),
        ("undo", {}, 409, "nothing_to_undo", "Nessuna partita è in corso"),
        ("match", {"rules": "tray", "players": ["A", "B", "C"]}, 422, "tray_too_small", "uno a testa"),
        ("match", {"rules": "tray", "players": ["Ada"]}, 422, "bad_players", "Troppo pochi giocatori per «tray»: 1"),
    ],
)  # fmt: skip
def test_rules_and_table_speak_italian_and_keep_their_codes(call, body, status, code, told):
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.post(call, body, headers={"Accept-Language": "it"})
            assert (answer.status, answer.json["code"]) == (status, code)
            assert told in answer.json["error"]

    run(test())


def test_what_the_rules_refuse_is_told_with_its_numbers():
    async def test():
        async with serving(TableService(language="fr")) as caller:
            await caller.post("button", {"hold_ms": 60})
            answer = await caller.post("dice", {"dice": [4]}, headers={"Accept-Language": "es"})
            assert (answer.status, answer.json["code"]) == (422, "one_die_not_allowed")
            assert answer.json["error"] == "Ahora no se puede tirar un solo dado; tira 2 dados juntos."
            answer = await caller.post("dice", {"dice": [4]})
            told = "On ne peut pas lancer un seul dé maintenant\u00a0; lancez 2 dés ensemble."
            assert answer.json["error"] == told

    run(test())


def test_a_player_without_a_name_is_called_in_that_language():
    async def test():
        async with serving(TableService(["Ada", ""])) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("retire", {"player": 1})
            answer = await caller.post("retire", {"player": 1}, headers={"Accept-Language": "de"})
            assert (answer.status, answer.json["code"]) == (409, "not_your_turn")
            assert answer.json["error"].startswith("Spieler 2 ist nicht mehr im Spiel;")

    run(test())


@pytest.mark.parametrize(
    ("call", "body", "code"),
    [
        ("button", {"hold": 60}, "unknown_key"),
        ("match", {"rules": "clasic"}, "bad_rules"),
        ("sim/fault", {"kind": "tired", "side": 0, "flap": 1, "on": True}, "no_such_fault"),
    ],
)
def test_what_is_wrong_with_a_call_is_told_to_its_programmer_in_english(call, body, code):
    async def test():
        async with serving(TableService(language="de")) as caller:
            answer = await caller.post(call, body, headers={"Accept-Language": "it"})
            assert answer.json["code"] == code
            assert answer.headers["Content-Language"] == "en"
            assert answer.json == (await caller.post(call, body)).json

    run(test())
