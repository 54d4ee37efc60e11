"""The calls of the API, each used as it is meant: what comes back is what then stands."""

import pytest

from tests.web.serving import run, serving
from tests.web.table_service import TableService


def test_a_whole_match_over_http():
    async def test():
        async with serving(TableService(flaps=[1, 2, 9])) as caller:
            state = (await caller.post("button", {"hold_ms": 60})).json
            assert (state["phase"], state["prompt"]["code"]) == ("roll", "press_to_roll")
            state = (await caller.post("dice", {"dice": [4, 5]})).json
            assert (state["prompt"]["code"], state["prompt"]["remaining"]) == ("close_flaps", 9)
            state = (await caller.post("sim/flap", {"side": 0, "flap": 1, "closed": True})).json
            assert (state["prompt"]["code"], state["prompt"]["flaps"]) == ("reopen", [{"side": 0, "flap": 1}])
            await caller.post("sim/flap", {"side": 0, "flap": 1, "closed": False})
            state = (
                await caller.post("sim/edges", {"side": 0, "flap": 9, "edges": [[0, 1], [9, 0], [20, 1]]})
            ).json
            assert state["players"][0]["open"] == [1, 2]
            state = (await caller.post("dice", {"dice": [6, 6]})).json
            assert (state["prompt"]["code"], state["prompt"]["score"]) == ("blocked", 3)
            state = (await caller.post("next")).json
            assert (state["prompt"]["code"], state["prompt"]["flaps"]) == (
                "raise_flaps",
                [{"side": 0, "flap": 9}],
            )
            state = (await caller.post("sim/flap", {"side": 0, "flap": 9, "closed": False})).json
            assert (state["prompt"]["code"], state["prompt"]["player"]) == ("press_to_roll", 1)
            await caller.post("dice", {"dice": [2, 2]})
            state = (await caller.post("next")).json
            assert (state["phase"], state["winners"]) == ("match_over", [0])
            assert state == await caller.state()

    run(test())


def test_taking_back_and_making_again():
    async def test():
        async with serving(TableService()) as caller:
            await caller.post("button", {"hold_ms": 60})
            thrown = (await caller.post("dice", {"dice": [6, 3]})).json
            back = (await caller.post("undo")).json
            assert (back["phase"], back["dice"]) == ("roll", [])
            again = (await caller.post("redo", {})).json
            assert (again["phase"], again["dice"]) == (thrown["phase"], [6, 3])

    run(test())


def test_a_throw_is_corrected_until_it_is_answered():
    async def test():
        async with serving(TableService()) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            state = (await caller.post("dice", {"dice": [6, 4], "replace": True})).json
            assert (state["dice"], state["prompt"]["remaining"]) == ([6, 4], 10)

    run(test())


def test_preparing_another_match_with_variants_axes_and_odd_names():
    async def test():
        async with serving(TableService()) as caller:
            name = "<img src=x onerror=alert(1)> Żółć 🎲"
            body = {"rules": "classic", "variants": ["one-die"], "axes": {"flaps": 8}, "players": [name, ""]}
            state = (await caller.post("match", body)).json
            assert state["phase"] == "idle"
            assert [player["name"] for player in state["players"]] == [name, ""]
            assert (state["rules"]["variants"], state["rules"]["flaps"]) == (["one-die"], [*range(1, 9)])

    run(test())


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u2029", "\n"])
def test_a_name_that_would_turn_or_break_the_line_is_refused(sign):
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.post("match", {"rules": "classic", "players": [f"A{sign}nna", "Ben"]})
            assert (answer.status, answer.json["code"]) == (400, "bad_value")
            assert sign not in answer.text

    run(test())


def test_of_a_name_of_which_nothing_is_seen_the_number_of_the_seat_stands():
    async def test():
        async with serving(TableService()) as caller:
            joined = "\U0001f469\u200d\U0001f373"
            names = ["\u200b", "  ", "\u2060\ufeff\xad", "\u3164", joined]
            state = (await caller.post("match", {"rules": "classic", "players": names})).json
            assert [player["name"] for player in state["players"]] == ["", "", "", "", joined]
            await caller.post("button", {"hold_ms": 60})
            answer = await caller.post("correct", {"player": 0, "points": 1, "reason": "\u200b "})
            assert (answer.status, answer.json["code"]) == (400, "bad_value")

    run(test())


def test_a_count_of_players_stands_for_players_without_names():
    async def test():
        async with serving(TableService()) as caller:
            state = (await caller.post("match", {"rules": "classic", "players": 3})).json
            assert len(state["players"]) == 3

    run(test())


def test_a_running_match_is_given_up_only_on_purpose():
    async def test():
        async with serving(TableService()) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [6, 3]})
            body = {"rules": "classic", "players": ["Cy"]}
            refused = await caller.post("match", body)
            assert (refused.status, refused.json["code"]) == (409, "match_running")
            assert (await caller.state())["dice"] == [6, 3]
            state = (await caller.post("match", {**body, "abandon": True})).json
            assert (state["phase"], [player["name"] for player in state["players"]]) == ("idle", ["Cy"])

    run(test())


def test_leaving_and_correcting():
    async def test():
        async with serving(TableService(["Ada", "Ben", "Cy"])) as caller:
            await caller.post("button", {"hold_ms": 60})
            state = (await caller.post("retire", {"player": 0})).json
            assert (state["players"][0]["status"], state["waiting_for"]) == ("out", [1])
            points = -(10**30)
            state = (
                await caller.post("correct", {"player": 1, "points": points, "reason": "miscounted"})
            ).json
            assert (state["players"][1]["total"], state["players"][1]["total_text"]) == (points, str(points))
            # However many points somebody has come to, they can be taken away again at once.
            for points in (10**40, 10**40, 10**30 - 2 * 10**40):
                wrong = {"player": 1, "points": points, "reason": "again"}
                state = (await caller.post("correct", wrong)).json
            assert state["players"][1]["total"] == 0

    run(test())


def test_an_open_match_is_stopped_between_rounds():
    async def test():
        async with serving(TableService(["Ada"], match="open", flaps=[1, 2, 9])) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 4]})
            await caller.post("next")
            state = (await caller.post("stop")).json
            assert state["phase"] == "match_over"

    run(test())


def test_faults_are_switched_on_and_off_by_name():
    async def test():
        async with serving(TableService()) as caller:
            fault = {"kind": "stuck", "side": 0, "flap": 5}
            state = (await caller.post("sim/fault", {**fault, "on": True})).json
            assert [entry["code"] for entry in state["faults"]] == ["stuck"]
            state = (await caller.post("sim/fault", {**fault, "on": False})).json
            assert state["faults"] == []

    run(test())


def test_every_switch_with_what_it_has_done():
    async def test():
        async with serving(TableService()) as caller:
            answer = await caller.get("/api/v1/switches")
            assert answer.status == 200
            assert [entry["flap"] for entry in answer.json["switches"]] == list(range(1, 10))
            assert answer.json["switches"][4] == {
                "name": "flap 5 of side 1",
                "side": 0,
                "flap": 5,
                "button": None,
                "closed": False,
                "changes": 3,
                "longest_bounce_us": 1400,
                "last_change_s": 2.5,
                "spikes": 0,
                "doubted": False,
            }

    run(test())


def test_a_flap_with_a_broken_switch_is_closed_by_word():
    async def test():
        async with serving(TableService()) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 5]})
            state = (await caller.post("flap", {"side": 0, "flap": 9, "closed": True})).json
            assert state["doubted"] == [{"side": 0, "flap": 9}]
            assert 9 not in state["players"][0]["open"]
            answer = await caller.post("flap", {"side": 0, "flap": 12, "closed": True})
            assert (answer.status, answer.json["code"]) == (422, "no_such_flap")

    run(test())


def test_the_small_screen_as_a_picture_pixel_for_pixel():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            answer = await caller.get("/api/v1/oled.png")
            assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
            headers = {"If-None-Match": answer.headers["ETag"]}
            assert (await caller.get("/api/v1/oled.png", headers=headers)).status == 304
            await caller.post("button", {"hold_ms": 60})
            assert (await caller.get("/api/v1/oled.png", headers=headers)).status == 200
            service.oleds = 0
            answer = await caller.get("/api/v1/oled.png")
            assert (answer.status, answer.json["code"]) == (404, "no_oled")

    run(test())


def test_every_small_screen_by_its_number():
    async def test():
        service = TableService()
        service.oleds = 2
        async with serving(service) as caller:
            tags = [
                (await caller.get(f"/api/v1/oled.png{query}")).headers["ETag"]
                for query in ("", "?display=0", "?display=1")
            ]
            assert tags[0] == tags[1] != tags[2]
            for query, named in (
                ("2", "2"),
                ("-1", "-1"),
                ("first", "first"),
                ("", ""),
                ("²", "²"),
                ("9" * 80, "999"),
            ):
                answer = await caller.get("/api/v1/oled.png", params={"display": query})
                assert (answer.status, answer.json["code"]) == (404, "no_oled")
                assert named in answer.json["error"]
                assert "displays 0 to 1" in answer.json["error"]
            service.oleds = 1
            answer = await caller.get("/api/v1/oled.png?display=1")
            assert "one OLED, display 0" in answer.json["error"]

    run(test())


def test_liveness_and_rule_sets():
    async def test():
        async with serving(TableService()) as caller:
            assert (await caller.get("/healthz")).json == {"status": "ok", "seq": 0}
            sets = (await caller.get("/api/v1/rules")).json["rules"]
            assert "classic" in [entry["name"] for entry in sets]

    run(test())


def test_the_button_is_held_until_it_is_let_go():
    async def test():
        service = TableService(dice="electronic")
        async with serving(service) as caller:
            held = (await caller.post("button", {"down": True})).json
            assert (held["phase"], held["prompt"]["releasing"]) == ("idle", "start")
            assert (await caller.post("button", {"down": False})).json["phase"] == "roll"
            assert (await caller.post("button", {"hold_ms": 60})).json["phase"] == "close"
            await caller.post("button", {"down": True})
            service.pass_time(3000)
            held = await caller.state()
            assert (held["phase"], held["prompt"]["releasing"]) == ("close", "undo")
            assert (await caller.post("button", {"down": False, "by": ""})).json["phase"] == "roll"

    run(test())


def test_a_hold_that_is_called_off_presses_nothing():
    async def test():
        async with serving(TableService()) as caller:
            await caller.post("button", {"down": True, "by": "a phone"})
            state = (await caller.post("button", {"down": False, "by": "a phone", "cancel": True})).json
            assert (state["phase"], state["prompt"]["releasing"]) == ("idle", None)

    run(test())


def test_electronic_dice_are_thrown_by_the_button():
    async def test():
        async with serving(TableService(dice="electronic")) as caller:
            await caller.post("button", {"hold_ms": 60})
            state = (await caller.post("button", {"hold_ms": 60})).json
            assert len(state["dice"]) == 2
            refused = await caller.post("dice", {"dice": [6, 3], "replace": True})
            assert (refused.status, refused.json["code"]) == (409, "not_entered_dice")
            assert (await caller.state())["dice"] == state["dice"]
            assert (await caller.post("button", {"hold_ms": 4000})).json["phase"] == "roll"

    run(test())


def test_the_menu_is_opened_and_closed_without_a_button_and_twice_is_once():
    async def test():
        service = TableService()
        async with serving(service) as caller:
            for _ in range(2):
                assert (await caller.post("menu", {"open": True})).json["prompt"]["code"] == "menu"
            # A press that was under way when it opened is none.
            await caller.post("button", {"down": True})
            state = (await caller.post("menu", {"open": False})).json
            assert state["prompt"]["code"] == "press_to_start"
            assert (await caller.post("button", {"down": False})).json["phase"] == "idle"
            assert (await caller.post("menu", {"open": False})).json["prompt"]["menu"] is None
            mixed = await caller.post("menu", {"open": True, "page": "main"})
            assert (mixed.status, mixed.json["code"]) == (400, "bad_value")
            # Also out of the service mode, and on a screen that has gone dark.
            await caller.post("service", {"on": True})
            assert (await caller.post("menu", {"open": True})).json["prompt"]["code"] == "menu"
            await caller.post("menu", {"open": False})
            service.pass_time(1_000_000)
            assert (await caller.state())["rest"] == "dark"
            state = (await caller.post("menu", {"open": True})).json
            assert (state["rest"], state["prompt"]["code"]) == ("awake", "menu")

    run(test())


def test_a_call_without_the_token_is_refused_in_the_language_of_who_asks():
    async def test():
        async with serving(TableService(language="it"), token="abc") as caller:
            for asked, told in (("fr-CH, en;q=0.5", "fr"), ("en", "en"), ("", "it")):
                refused = await caller.post("undo", headers={"Accept-Language": asked})
                assert (refused.status, refused.headers["Content-Language"]) == (401, told)
                assert ("jeton" in refused.json["error"]) is (told == "fr")

    run(test())
