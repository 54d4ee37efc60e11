"""What the state has of the past, and when."""

from __future__ import annotations

import json

from stbpi.table.events import ButtonDown, ButtonUp, PastRead, RetirePlayer
from stbpi.table.played import Best, Past
from stbpi.web.state import state_json
from tests.display.attract_scenes import DIGITS, LAST, played
from tests.web.table_service import TableService

PAST = Past(Best(DIGITS, ("Anna", "Bert"), 3, 2), None, LAST * 5, LAST)


def attract(service):
    return state_json(service.snapshot())["attract"]


def test_records_and_results_stand_in_the_state_between_matches():
    service = TableService(["Ada"])
    service.handle(PastRead(PAST))
    told = attract(service)
    assert told["page"] is None
    assert told["house"] == {
        "score": DIGITS,
        "score_text": str(DIGITS),
        "players": ["Anna", "Bert"],
        "times": 3,
        "match": 2,
    }
    assert told["today"] is None
    assert [match["match"] for match in told["last"]] == [9, 8, 7]
    assert len(told["tonight"]) == 12
    assert told["last"][2] == {
        "match": 7,
        "rules": "classic",
        "variants": [],
        "ending": "finished",
        "players": [
            {"name": "Player 2", "rank": 1, "total": 0, "total_text": "0", "won": True},
            {"name": "Anna", "rank": 2, "total": None, "total_text": None, "won": False},
        ],
    }
    json.dumps(told)


def test_the_page_on_the_screens_is_told():
    service = TableService(["Ada"])
    service.handle(PastRead(Past(Best(3, ("Anna",), 1, 1), None, (), (played(1, ("Anna", 3)),))))
    service.pass_time(20_000)
    assert attract(service)["page"] == "house"
    service.pass_time(6_000)
    assert attract(service)["page"] == "last"
    assert state_json(service.snapshot())["prompt"]["code"] == "press_to_start"


def test_during_a_match_there_is_nothing_of_it_and_after_it_there_is():
    service = TableService(["Ada"])
    service.handle(ButtonDown())
    service.handle(ButtonUp())
    assert attract(service) is None
    service.handle(RetirePlayer(0))
    assert attract(service)["page"] is None
