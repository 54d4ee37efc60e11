"""Hints over HTTP: only where the table allows them, best first, for everybody who is to act, and worked out once."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from stbpi.daemon.adviser import MOST_FLAPS, Adviser, advise
from stbpi.rules import Match, rule_set
from stbpi.web.advice import NO_ADVICE, Advice, NoAdviceError
from tests.web.serving import run, serving
from tests.web.table_service import TableService

ROWS = tuple(tuple(range(1, 13)) for _ in range(4))


def test_without_being_asked_for_hints_are_not_given():
    async def test():
        async with serving(TableService()) as caller:
            assert (await caller.state())["hints"] is False
            refused = await caller.get("/api/v1/hints", headers={"Accept-Language": "de"})
            assert (refused.status, refused.json["code"]) == (409, "hints_not_allowed")
            assert refused.headers["Content-Language"] == "de"
            assert "Tipps" in refused.json["error"]

    run(test())


def test_where_money_is_on_the_table_they_are_only_given_if_that_is_meant():
    async def test():
        for allowed, stake, given in (
            ("without_stakes", 50, False),
            ("without_stakes", 0, True),
            ("always", 50, True),
        ):
            service = TableService(rules="pub", stake=stake, hints=allowed)
            async with serving(service) as caller:
                assert (await caller.state())["hints"] is given
                assert (await caller.get("/api/v1/hints")).status == (200 if given else 409)

    run(test())


def test_without_numpy_it_says_so_before_the_match_too(monkeypatch):
    monkeypatch.setattr("stbpi.daemon.adviser.find_spec", lambda name: None)

    async def test():
        async with serving(TableService(hints="always")) as caller:
            for _ in range(2):
                assert (await caller.state())["hints"] is False
                refused = await caller.get("/api/v1/hints")
                assert (refused.status, refused.json["code"]) == (409, "no_numpy")
                assert "NumPy" in refused.json["error"]
                await caller.post("button", {"hold_ms": 60})

    run(test())


def test_every_legal_answer_with_what_it_is_worth_the_best_first():
    async def test():
        async with serving(TableService(hints="always")) as caller:
            nothing = (await caller.get("/api/v1/hints")).json
            assert nothing == {"round": 0, "dice": [], "players": []}
            await caller.post("button", {"hold_ms": 60})
            (before,) = (await caller.get("/api/v1/hints")).json["players"]
            assert before["answers"] == []
            assert [one["dice"] for one in before["dice"]] == [2]
            # As published for nine flaps; see tests/odds.
            assert round(before["dice"][0]["expected_score"], 4) == 11.1575
            state = (await caller.post("dice", {"dice": [6, 3]})).json
            told = (await caller.get("/api/v1/hints")).json
            assert (told["round"], told["dice"]) == (1, [6, 3])
            (ada,) = told["players"]
            assert sorted(one["close"] for one in ada["answers"]) == state["players"][0]["legal_moves"]
            assert ada["answers"][0]["close"] == [9]
            assert [round(ada["answers"][0][key], 3) for key in ("expected_score", "shut_probability")] == [
                7.624,
                0.102,
            ]
            scores = [one["expected_score"] for one in ada["answers"]]
            assert scores == sorted(scores)
            assert 0.5 < ada["answers"][0]["win_probability"] < 1

    run(test())


def test_on_own_rows_everybody_who_must_answer_gets_hints_for_their_own_row():
    async def test():
        service = TableService(["Ada", "Ben"], rules="tray", variants=["common"], sides=ROWS, hints="always")
        async with serving(service) as caller:
            await caller.post("button", {"hold_ms": 60})
            await caller.post("dice", {"dice": [4, 6]})
            await caller.post("sim/flap", {"side": 0, "flap": 10, "closed": True})
            await caller.post("sim/flap", {"side": 1, "flap": 4, "closed": True})
            await caller.post("button", {"hold_ms": 60})
            state = (await caller.post("dice", {"dice": [4, 6]})).json
            told = (await caller.get("/api/v1/hints")).json["players"]
            assert [one["player"] for one in told] == [0, 1]
            for one in told:
                moves = state["players"][one["player"]]["legal_moves"]
                assert sorted(answer["close"] for answer in one["answers"]) == moves
                # Two play at once, and either may shut first: who wins is not known exactly.
                assert {answer["win_probability"] for answer in one["answers"]} == {None}
            assert told[0]["answers"][0]["close"] != told[1]["answers"][0]["close"]

    run(test())


def test_throwing_again_is_an_answer_too():
    match = Match.start(rule_set("numbers"), 2).roll(4, 4)
    (told,) = advise(match).players
    assert [one for one in told.answers if one.again and one.close == ()]


@pytest.mark.parametrize(
    ("rules", "code"),
    [(rule_set("three-hundred"), "row_too_long"), (rule_set("lucky-seven"), "never_out")],
    ids=["24-flaps", "never-out"],
)
def test_what_is_too_large_or_says_nothing_is_refused_with_its_reason(rules, code):
    async def test():
        with pytest.raises(NoAdviceError) as refused:
            await Adviser("always").advise(Match.start(rules, 2), rules)
        assert refused.value.code == code
        if code == "row_too_long":
            assert f"up to {MOST_FLAPS} flaps; this one has 24" in str(refused.value)

    run(test())


def test_where_each_score_to_beat_would_be_solved_for_that_is_left_out():
    match = Match.start(rule_set("classic", ["digits"], flaps=12), 2).roll(6, 3)
    (told,) = advise(match).players
    assert {one.worth.win_probability for one in told.answers} == {None}


def test_twenty_phones_ask_and_it_is_worked_out_once_and_the_loop_goes_on():
    async def test():
        rules, asked, go = rule_set("full-house"), [], asyncio.Event()
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def work(match: Match) -> Advice:
            asked.append(match)
            loop.call_soon_threadsafe(begun.set)
            # Only a loop that is free sets this going.
            asyncio.run_coroutine_threadsafe(go.wait(), loop).result()
            return NO_ADVICE

        adviser = Adviser("always", work)
        match = Match.start(rules, 2).roll(6, 3)
        phones = [asyncio.ensure_future(adviser.advise(match, rules)) for _ in range(20)]
        await begun.wait()
        # One that goes away takes nothing from the others.
        phones[0].cancel()
        go.set()
        assert await asyncio.gather(*phones[1:]) == [NO_ADVICE] * 19
        assert await adviser.advise(match, rules) == NO_ADVICE
        assert asked == [match]
        await adviser.advise(match.close([9]), rules)
        assert len(asked) == 2
        adviser.close()

    run(test())


def test_numpy_comes_in_with_the_first_question_and_no_sooner():
    program = (
        "import asyncio, sys; from stbpi.daemon.adviser import Adviser, available; from stbpi.rules import *; "
        "rules = rule_set('classic'); match = Match.start(rules, 2).roll(6, 3); adviser = Adviser('always'); "
        "assert available() and adviser.may(rules); print('numpy' in sys.modules); "
        "asyncio.run(adviser.advise(match, rules)); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
