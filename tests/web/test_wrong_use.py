"""Every way of getting a call wrong: one sentence with the mend, HTTP 4xx, and the match as it was."""

import gzip
import json

import pytest

from stbpi.web.service import EndingError
from tests.web.serving import run, serving
from tests.web.table_service import TableService

HUGE = "9" * 5000

# call, body, status, code, and a word of the mend or the place that the sentence must hold
BODIES = [
    ("match", {}, 400, "missing_key", "'rules'"),
    ("match", {"rules": "classic"}, 400, "missing_key", "'players'"),
    ("match", {"rules": "clasic", "players": ["A"]}, 400, "bad_rules", "'classic'"),
    ("match", {"rules": 7, "players": ["A"]}, 400, "bad_value", "'rules' is 7"),
    ("match", {"rules": "classic", "players": []}, 400, "bad_value", "'players'"),
    ("match", {"rules": "classic", "players": "Ada"}, 400, "bad_value", "a list of names"),
    ("match", {"rules": "classic", "players": True}, 400, "bad_value", "a list of names"),
    ("match", {"rules": "classic", "players": 0}, 422, "bad_players", "give a number from 1 to 8."),
    ("match", {"rules": "tray", "players": -(10**70)}, 422, "bad_players", "give a number from 2 to 4."),
    ("match", {"rules": "classic", "players": True}, 400, "bad_value", "'players' is true"),
    ("match", {"rules": "classic", "players": [None]}, 400, "bad_value", "'players'[0] is null"),
    (
        "match",
        {"rules": "pub", "axes": {"dice": None}, "players": 2},
        400,
        "bad_rules",
        "dice = null cannot be",
    ),
    ("match", {"rules": "classic", "players": ["A", 1]}, 400, "bad_value", "'players'[1]"),
    ("match", {"rules": "classic", "players": ["x" * 201]}, 400, "out_of_range", "'players'[0]"),
    ("match", {"rules": "classic", "players": ["a\u0000b"]}, 400, "bad_value", "printed"),
    ("match", {"rules": "classic", "players": ["\ud800"]}, 400, "bad_value", "printed"),
    ("match", {"rules": "classic", "players": ["A"] * 9, "abandon": True}, 422, "bad_players", "8"),
    ("match", {"rules": "classic", "players": ["A"] * 100}, 400, "out_of_range", "99"),
    ("match", {"rules": "classic", "players": ["A"], "player": 1}, 400, "unknown_key", "'players'"),
    ("match", {"rules": "classic", "players": ["A"], "variants": "one-die"}, 400, "bad_value", "'variants'"),
    ("match", {"rules": "classic", "players": ["A"], "variants": ["one-dye"]}, 400, "bad_rules", "'one-die'"),
    ("match", {"rules": "classic", "players": ["A"], "variants": [None]}, 400, "bad_value", "'variants'[0]"),
    ("match", {"rules": "classic", "players": ["A"], "axes": []}, 400, "bad_value", "'axes'"),
    ("match", {"rules": "classic", "players": ["A"], "axes": {"flap": 9}}, 400, "bad_rules", "'flaps'"),
    ("match", {"rules": "classic", "players": ["A"], "axes": {"flaps": "nine"}}, 400, "bad_rules", "flaps"),
    ("match", {"rules": "classic", "players": ["A"], "axes": {"flaps": -1}}, 400, "bad_rules", "flaps"),
    ("match", {"rules": "classic", "players": ["A"], "axes": {"name": "x"}}, 400, "bad_rules", "axis"),
    (
        "match",
        {"rules": "classic", "players": 1, "axes": {"flaps": 12}, "abandon": True},
        422,
        "tray_too_small",
        "10",
    ),
    ("match", {"rules": "classic", "players": ["A"], "abandon": 1}, 400, "bad_value", "true or false"),
    ("dice", {}, 400, "missing_key", "'dice'"),
    ("dice", {"dice": 9}, 400, "bad_value", "'dice' is 9"),
    ("dice", {"dice": []}, 400, "bad_value", "'dice'"),
    ("dice", {"dice": [0, 6]}, 400, "out_of_range", "'dice'[0]"),
    ("dice", {"dice": [6, 7]}, 400, "out_of_range", "'dice'[1]"),
    ("dice", {"dice": [6, 3.0]}, 400, "bad_value", "'dice'[1]"),
    ("dice", {"dice": [True, 1]}, 400, "bad_value", "'dice'[0]"),
    ("dice", {"dice": [1, 1, 1, 1, 1]}, 400, "out_of_range", "5 entries"),
    ("dice", {"dice": [6, 3], "replaced": True}, 400, "unknown_key", "'replace'"),
    ("dice", {"dice": [6, 3], "replace": "yes"}, 400, "bad_value", "true or false"),
    ("dice", {"dice": [6, 3]}, 409, "no_throw_due", ";"),
    ("dice", {"dice": [6], "replace": True}, 422, "one_die_not_allowed", ";"),
    ("dice", {"dice": [6, 3, 1], "replace": True}, 422, "bad_dice", ";"),
    ("button", {}, 400, "missing_key", "'hold_ms'"),
    ("button", {"hold_ms": 60, "down": True}, 400, "bad_value", "either hold_ms"),
    ("button", {"down": 1}, 400, "bad_value", "true or false"),
    ("button", {"down": None}, 400, "bad_value", "true or false"),
    ("button", {"down": True, "cancel": True}, 400, "bad_value", "'down': false"),
    ("button", {"down": False, "still": True}, 400, "bad_value", "'down': true"),
    ("button", {"down": False, "cancel": "yes"}, 400, "bad_value", "true or false"),
    ("button", {"down": True, "by": 5}, 400, "bad_value", "text"),
    ("button", {"down": True, "by": "x" * 201}, 400, "out_of_range", "200"),
    ("button", {"hold_ms": 60, "by": "me"}, 400, "bad_value", "'by' belongs to 'down'"),
    ("button", {"by": "me"}, 400, "missing_key", "'down'"),
    ("button", {"hold_ms": -1}, 400, "out_of_range", "milliseconds"),
    ("button", {"hold_ms": 0}, 400, "out_of_range", "milliseconds from 1"),
    ("button", {"hold_ms": 30001}, 400, "out_of_range", "30000"),
    ("button", {"hold_ms": 1.5}, 400, "bad_value", "milliseconds"),
    ("button", {"hold_ms": "60"}, 400, "bad_value", "milliseconds"),
    ("button", {"hold_ms": None}, 400, "bad_value", "milliseconds"),
    ("button", {"hold": 60}, 400, "unknown_key", "'hold_ms'"),
    ("undo", {"steps": 2}, 400, "unknown_key", "leave it out"),
    ("redo", None, 409, "nothing_to_redo", "."),
    ("next", None, 409, None, ";"),
    ("stop", None, 409, None, ";"),
    ("retire", {}, 400, "missing_key", "'player'"),
    ("retire", {"player": 2}, 400, "out_of_range", "0 to 1"),
    ("retire", {"player": -1}, 400, "out_of_range", "0 to 1"),
    ("retire", {"player": "Ada"}, 400, "bad_value", "0 to 1"),
    ("correct", {"player": 0, "points": 3}, 400, "missing_key", "'reason'"),
    ("correct", {"player": 0, "points": "3", "reason": "x"}, 400, "bad_value", "'points'"),
    ("correct", {"player": 0, "points": 10**41, "reason": "x"}, 400, "out_of_range", "'points'"),
    ("correct", {"player": 0, "points": 3, "reason": "  "}, 400, "bad_value", "'reason'"),
    ("correct", {"player": 0, "points": 3, "reason": "x" * 501}, 400, "out_of_range", "'reason'"),
    ("sim/flap", {"side": 0, "flap": 5}, 400, "missing_key", "'closed'"),
    ("sim/flap", {"side": 1, "flap": 5, "closed": True}, 400, "out_of_range", "'side'"),
    ("sim/flap", {"side": 0, "flap": 10, "closed": True}, 422, "no_such_flap", "it has 1, 2"),
    ("sim/flap", {"side": 0, "flap": 5, "closed": 1}, 400, "bad_value", "true or false"),
    ("sim/flap", {"side": 0, "flap": 5, "close": True}, 400, "unknown_key", "'closed'"),
    ("sim/edges", {"side": 0, "flap": 5}, 400, "missing_key", "'edges'"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": []}, 400, "bad_value", "'edges'"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [0, 1]}, 400, "bad_value", "'edges'[0]"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [[0, 1, 2]]}, 400, "bad_value", "'edges'[0]"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [[0, 2]]}, 400, "bad_value", "0 (open) or 1"),
    (
        "sim/edges",
        {"side": 0, "flap": 5, "edges": [[0, True]]},
        400,
        "bad_value",
        "is true; give 0 (open) or 1",
    ),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [[-1, 1]]}, 400, "out_of_range", "'edges'[0][0]"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [[9, 1], [8, 0]]}, 400, "bad_value", "sort"),
    ("sim/edges", {"side": 0, "flap": 5, "edges": [[0, 1]] * 4097}, 400, "out_of_range", "4097"),
    ("sim/fault", {"side": 0, "flap": 5, "on": True}, 400, "missing_key", "'kind'"),
    ("sim/fault", {"kind": "stuk", "side": 0, "flap": 5, "on": True}, 422, "no_such_fault", "known"),
    ("sim/fault", {"kind": "stuck", "side": 0, "flap": 5}, 400, "missing_key", "'on'"),
    ("sim/fault", {"kind": "stuck", "side": 9, "flap": 5, "on": True}, 400, "out_of_range", "'side'"),
]

# body as it is on the wire, status, code
RAW = [
    (b"{", 400, "bad_json"),
    (b'{"dice": [6, 3]', 400, "bad_json"),
    (b"[6, 3]", 400, "bad_json"),
    (b"null", 400, "bad_json"),
    (b'"dice"', 400, "bad_json"),
    (b"\xff\xfe", 400, "bad_json"),
    (b'{"dice": [NaN, 3]}', 400, "bad_json"),
    (b'{"dice": [Infinity, 3]}', 400, "bad_json"),
    (b'{"dice": [1e400, 3]}', 400, "bad_value"),
    (b'{"dice": [6, 3], "dice": [1, 1]}', 400, "doubled_key"),
    (b'{"dice": [%s, 3]}' % HUGE.encode(), 400, "bad_json"),
    (b'{"dice": ' + b"[" * 30000 + b"]" * 30000 + b"}", 400, "bad_json"),
    (b" " * (64 * 1024 + 1), 413, "too_large"),
    (b'\xef\xbb\xbf{"dice": [6, 3]}', 400, "bad_json"),
    ('{"dice": [6, 3]}'.encode("utf-16"), 400, "bad_json"),
]


async def begun(caller):
    """A match with a throw standing, and what must not change while others make mistakes."""
    await caller.post("button", {"hold_ms": 60})
    return (await caller.post("dice", {"dice": [6, 4]})).json


def assert_one_sentence(answer):
    assert answer.headers["Content-Type"].startswith("application/json")
    assert set(answer.json) == {"code", "error"}
    sentence = answer.json["error"]
    assert "Traceback" not in sentence
    assert "\n" not in sentence
    assert sentence.endswith((".", "?"))
    assert not sentence.endswith(("..", "?.", " ."))


def test_wrong_bodies_are_refused_and_change_nothing():
    async def test():
        async with serving(TableService()) as caller:
            before = await begun(caller)
            for call, body, status, code, word in BODIES:
                answer = await caller.post(call, body)
                where = (call, body if len(str(body)) < 300 else "…", answer.text[:300])
                assert answer.status == status, where
                assert_one_sentence(answer)
                assert code is None or answer.json["code"] == code, where
                assert word in answer.json["error"], where
            assert await caller.state() == before

    run(test())


def test_what_is_no_json_is_refused_and_changes_nothing():
    async def test():
        async with serving(TableService()) as caller:
            before = await begun(caller)
            for data, status, code in RAW:
                answer = await caller.post("dice", data=data, headers={"Content-Type": "application/json"})
                where = (data[:60], answer.text)
                assert (answer.status, answer.json["code"]) == (status, code), where
                assert_one_sentence(answer)
            assert await caller.state() == before

    run(test())


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "image/png", ""]
)
def test_a_body_of_another_type_is_refused(kind):
    async def test():
        async with serving(TableService()) as caller:
            headers = {"Content-Type": kind}
            answer = await caller.post("dice", data=json.dumps({"dice": [6, 3]}).encode(), headers=headers)
            assert (answer.status, answer.json["code"]) == (415, "not_json")
            assert "application/json" in answer.json["error"]

    run(test())


def test_a_form_without_fields_does_not_undo():
    async def test():
        async with serving(TableService()) as caller:
            before = await begun(caller)
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            assert (await caller.post("undo", headers=headers)).status == 415
            assert await caller.state() == before

    run(test())


def test_a_byte_order_mark_is_named():
    async def test():
        async with serving(TableService()) as caller:
            data = b'\xef\xbb\xbf{"dice": [6, 3]}'
            answer = await caller.post("dice", data=data, headers={"Content-Type": "application/json"})
            assert answer.json["error"] == (
                "The body begins with a byte order mark, which JSON has none of; leave it out."
            )

    run(test())


@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/healthz"])
def test_an_expectation_nobody_can_meet_is_refused_in_the_same_shape(path):
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.get(path, headers={"Expect": "the-unexpected"})
            assert (answer.status, answer.json["code"]) == (417, "bad_expectation")
            assert_one_sentence(answer)
            assert (await caller.post("button", {"hold_ms": 60}, expect100=True)).status == 200

    run(test())


def test_a_mistake_of_our_own_is_told_in_the_same_shape_and_logged_once(caplog):
    class Broken(TableService):
        async def press(self, hold_ms):
            raise KeyError("nothing anybody asked for")

        def snapshot(self):
            if self.failing:
                raise ZeroDivisionError
            return super().snapshot()

        failing = False

    async def test():
        service = Broken()
        async with serving(service) as caller:
            for _ in range(3):
                answer = await caller.post("button", {"hold_ms": 60})
                assert (answer.status, answer.json["code"]) == (500, "internal")
                assert_one_sentence(answer)
                assert "KeyError" in answer.json["error"]
            service.failing = True
            assert (await caller.get("/api/v1/state")).json["code"] == "internal"
            service.failing = False
            assert (await caller.get("/api/v1/state")).status == 200

    run(test())
    told = [record for record in caplog.records if record.exc_info]
    assert [record.getMessage() for record in told] == [
        "POST /api/v1/button failed:",
        "GET /api/v1/state failed:",
    ]


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "br", "deflate, gzip", "nonsense"])
def test_a_body_that_is_said_to_be_packed_is_refused_and_not_blown_up(encoding):
    async def test():
        async with serving(TableService()) as caller:
            headers = {"Content-Type": "application/json", "Content-Encoding": encoding}
            before = await caller.state()
            for body in (b'{"hold_ms": 60}', gzip.compress(b'{"hold_ms": 60}'), b""):
                answer = await caller.post("button", data=body, headers=headers)
                assert (answer.status, answer.json["code"]) == (415, "packed_body")
                assert "without Content-Encoding" in answer.json["error"]
                assert_one_sentence(answer)
            assert await caller.state() == before
            headers = {"Content-Encoding": "identity"}
            assert (await caller.post("button", {"hold_ms": 60}, headers=headers)).status == 200

    run(test())


def test_unknown_paths_name_the_nearest_one():
    async def test():
        async with serving(TableService()) as caller:
            for method, path, meant in [
                ("GET", "/api/v1/stat", "/api/v1/state"),
                ("POST", "/api/v1/buton", "/api/v1/button"),
                ("GET", "/api/v2/state", "/api/v1/state"),
                ("GET", "/page/../server.py", "'/"),
                ("GET", "/page/%2e%2e/server.py", "'/"),
            ]:
                answer = await caller.send(method, path)
                assert (answer.status, answer.json["code"]) == (404, "no_such_path"), answer.text
                assert meant in answer.json["error"]
                assert_one_sentence(answer)

    run(test())


def test_a_path_like_nothing_is_told_the_calls_and_not_the_files_of_the_page():
    async def test():
        async with serving(TableService()) as caller:
            told = (await caller.get("/metrics-of-yesterday")).json["error"]
            assert "'/api/v1/state'" in told
            assert "'/page/" not in told
            assert "'/page/face.js'" in (await caller.get("/page/face.jss")).json["error"]

    run(test())


def test_wrong_methods_name_the_right_one():
    async def test():
        async with serving(TableService()) as caller:
            for method, path, allowed in [
                ("POST", "/api/v1/state", "GET"),
                ("GET", "/api/v1/undo", "POST"),
                ("PUT", "/api/v1/dice", "POST"),
                ("DELETE", "/api/v1/match", "POST"),
                ("OPTIONS", "/api/v1/match", "POST"),
            ]:
                answer = await caller.send(method, path)
                assert (answer.status, answer.json["code"]) == (405, "wrong_method"), answer.text
                assert allowed in answer.headers["Allow"]
                assert f"use {allowed}" in answer.json["error"]

    run(test())


@pytest.mark.parametrize("call", ["sim/flap", "sim/edges", "sim/fault"])
@pytest.mark.parametrize("service_simulated", [True, False])
def test_real_switches_are_not_moved_over_http(call, service_simulated):
    async def test():
        async with serving(TableService(simulated=service_simulated), simulated=False) as caller:
            answer = await caller.post(call, {"side": 0, "flap": 5, "closed": True})
            assert (answer.status, answer.json["code"]) == (404, "not_simulated")
            assert "--simulate" in answer.json["error"]
            assert (await caller.state())["simulated"] is False

    run(test())


def test_events_without_a_websocket_are_explained():
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.get("/api/v1/events")
            assert (answer.status, answer.json["code"]) == (426, "websocket_only")

    run(test())


def test_what_comes_too_late_before_the_end_is_told_so_in_the_language_of_whoever_asked():
    class Ending(TableService):
        async def command(self, event):
            raise EndingError

        press = command

    async def test():
        async with serving(Ending()) as caller:
            for call, body in (("button", {"hold_ms": 60}), ("undo", {})):
                answer = await caller.post(call, body, headers={"Accept-Language": "de"})
                assert (answer.status, answer.json["code"]) == (503, "ending")
                assert "nicht mehr" in answer.json["error"]

    run(test())
