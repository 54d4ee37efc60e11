"""Calls nobody thought of, made from the description: against the running daemon, with a token and without."""

import asyncio
import copy
from collections import Counter
from pathlib import Path

import pytest
import requests
from hypothesis import HealthCheck, given, seed, settings

from stbpi.web.openapi import description
from tests.support.running import RunningDaemon

RIGHT, WRONG = 8, 5
"""Examples for each call, of those that are as described and those that are not."""

NARROWER = {
    "side": {"maximum": 0},
    "flap": {"maximum": 9},
    "player": {"maximum": 0},
    "rules": {"enum": ["classic", "thai", "lucky-seven"]},
    "variants": {"maxItems": 0},
    "axes": {"maxProperties": 0},
    "kind": {"enum": ["stuck", "oled_gone", "spikes"]},
    "hold_ms": {"maximum": 80},
    "points": {"minimum": -9, "maximum": 9},
}
"""Keys of bodies, and what they may hold on a tray of one side with nine flaps; and nothing is held for 30 s."""

TOKEN = "the-token-of-the-house"


def for_this_tray() -> dict:
    """The description as somebody reads it who knows the tray and has not all day: most calls do something."""
    document = copy.deepcopy(description())

    def narrow(schema: object) -> None:
        if isinstance(schema, list):
            for inner in schema:
                narrow(inner)
        if not isinstance(schema, dict):
            return
        for name, here in schema.get("properties", {}).items():
            if name in NARROWER and "enum" not in here:
                here.update(NARROWER[name])
        for inner in schema.values():
            narrow(inner)

    for calls in document["paths"].values():
        narrow(calls.get("post", {}).get("requestBody", {}))
    edges = document["paths"]["/api/v1/sim/edges"]["post"]["requestBody"]["content"]["application/json"]
    edges["schema"]["properties"]["edges"]["items"]["prefixItems"][0]["maximum"] = 9_000
    return document


def call_everything(address: str, token: str | None) -> Counter[int]:
    """Try every call out; gives how many answers there were of each status."""
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.checks import CHECKS, load_all_checks

    load_all_checks()
    checks = CHECKS.get_by_names(
        [
            "not_a_server_error",
            "status_code_conformance",
            "content_type_conformance",
            "response_headers_conformance",
            "response_schema_conformance",
            "negative_data_rejection",
        ]
    )
    answers: Counter[int] = Counter()
    bearing = {} if token is None else {"Authorization": f"Bearer {token}"}
    modes = (
        (for_this_tray(), GenerationMode.POSITIVE, RIGHT),
        (description(), GenerationMode.NEGATIVE, WRONG),
    )
    with requests.Session() as session:
        for document, mode, examples in modes:
            for found in schemathesis.openapi.from_dict(copy.deepcopy(document)).get_all_operations():
                operation = found.ok()
                if mode is GenerationMode.NEGATIVE and operation.method == "get":
                    # What a GET is not asked for it does not look at.
                    continue

                @seed(8420)
                @settings(
                    max_examples=examples,
                    deadline=None,
                    database=None,
                    suppress_health_check=[*HealthCheck],
                )
                @given(case=operation.as_strategy(generation_mode=mode))
                def one(case):
                    response = case.call(base_url=address, session=session, headers=bearing, timeout=30)
                    answers[response.status_code] += 1
                    case.validate_response(response, checks=checks)

                one()
    return answers


@pytest.mark.parametrize("token", [None, TOKEN])
def test_whatever_is_called_the_daemon_answers_as_described(token, tmp_path: Path) -> None:
    async def test() -> None:
        web = "" if token is None else f'\n[web]\ntoken = "{token}"\n'
        async with RunningDaemon(tmp_path, "--dice-seed", "7", more_config=web) as daemon:
            answers = await asyncio.to_thread(call_everything, daemon.address, token)
            assert (await daemon.state())["simulated"] is True
            assert "Traceback" not in daemon.said()
            # It was more than a wall of refusals.
            assert answers[200] > 30, answers
            assert answers[400] > 100, answers
            assert answers[401] == 0
            if token is not None:
                for path, calls in description()["paths"].items():
                    if "post" in calls:
                        async with daemon.session.post(daemon.address + path, json={}) as reply:
                            assert reply.status == 401, path

    asyncio.run(test())
