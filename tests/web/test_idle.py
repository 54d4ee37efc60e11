"""A match that everybody has walked away from, as seen over HTTP."""

from __future__ import annotations

import pytest

from tests.web.serving import run, serving
from tests.web.table_service import TableService

QUARTER_MS = 15 * 60 * 1000


@pytest.mark.parametrize(("hold_ms", "code"), [(60, "press_to_roll"), (1000, "press_to_start")])
def test_after_a_quarter_of_an_hour_a_press_goes_on_and_a_hold_begins_anew(hold_ms, code):
    async def test():
        service = TableService()
        async with serving(service) as caller:
            await caller.post("button", {"hold_ms": 60})
            before = await caller.state()
            service.pass_time(QUARTER_MS - 1000)
            assert (await caller.state())["prompt"] == before["prompt"]
            service.pass_time(1500)
            prompt = (await caller.state())["prompt"]
            assert (prompt["code"], prompt["press"], prompt["hold"]) == ("resume", "go_on", "new_match")
            assert prompt["text"] == "Still playing? Press to go on, hold for a new match."
            # The press that wakes a dark screen only wakes it.
            await caller.post("button", {"hold_ms": 60})
            assert (await caller.state())["prompt"] == prompt
            after = (await caller.post("button", {"hold_ms": hold_ms})).json
            assert after["prompt"]["code"] == code
            if hold_ms == 60:
                assert after["prompt"] == before["prompt"]

    run(test())
