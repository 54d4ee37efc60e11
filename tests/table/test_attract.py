"""Between matches the screens change while nobody is there, and give way to whoever comes."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set
from stbpi.table.attract import AttractPage
from stbpi.table.button import SECOND
from stbpi.table.events import ButtonDown, ButtonUp, EnterService, FlapChange, FlapsChanged, PastRead, Tick
from stbpi.table.played import Best, Ending, Past, PlayedMatch, kind_of
from stbpi.table.setup import MatchSetup, Timing, TraySides
from stbpi.table.table import Table
from stbpi.table.view import Outcome, Rest

CLASSIC = kind_of(rule_set("classic"))
PLAYED = PlayedMatch(7, 0.0, CLASSIC, ("Ada",), Ending.FINISHED, ((3,),), (1,), (3,), (0,), (0,))
PAST = Past(Best(0, ("Ada",), 4, 2), Best(3, ("Grace",), 1, 7), (PLAYED,), (PLAYED,))

HOW, HOUSE, TODAY, LAST, RESULT = (
    AttractPage.HOW_TO_START,
    AttractPage.HOUSE,
    AttractPage.TODAY,
    AttractPage.LAST,
    AttractPage.RESULT,
)


class Evening:
    """A table and a clock that goes from one deadline to the next."""

    def __init__(self, rules=None, past=PAST):
        self.table = Table(TraySides((tuple(range(1, 10)),)), Timing(settle_ms=0), lambda: bytes(32))
        self.now = 0
        self.table.prepare(MatchSetup(rules or rule_set("classic"), ("Ada",), "electronic", bytes(32)), 0)
        self.do(PastRead(past))

    def do(self, event):
        return self.table.handle(event, self.now)

    def wait(self, seconds):
        """Let time pass as the daemon does; gives when the page changed, in seconds, and to which."""
        seen = []
        until = self.now + round(seconds * SECOND)
        shown = self.table.view.attract
        while (due := self.table.deadline) is not None and due <= until:
            self.now = due
            self.do(Tick())
            if self.table.view.attract is not shown:
                shown = self.table.view.attract
                seen.append((self.now / SECOND, shown))
        self.now = until
        return seen

    @property
    def page(self):
        return self.table.view.attract


def test_the_pages_come_one_after_the_other_and_again():
    evening = Evening()
    assert evening.page is None
    assert evening.wait(44) == [(20, HOUSE), (26, TODAY), (32, LAST), (38, HOW), (44, HOUSE)]
    assert evening.table.view.prompt.press.value == "start"


def test_where_nothing_was_played_yet_only_the_start_is_explained():
    evening = Evening(past=Past())
    assert evening.wait(899) == [(20, HOW)]


def test_a_record_of_today_is_told_once():
    best = Best(2, ("Ada",), 1, 3)
    evening = Evening(past=Past(best, best, (), ()))
    assert [page for _, page in evening.wait(32)] == [HOUSE, HOW, HOUSE]


def test_a_flap_brings_the_prompt_back():
    evening = Evening()
    evening.wait(30)
    evening.do(FlapsChanged((FlapChange(0, 3, True, evening.now),)))
    assert evening.page is None
    assert evening.wait(20) == [(50, HOUSE)]


def test_a_press_starts_what_the_prompt_offers():
    evening = Evening()
    evening.wait(30)
    evening.do(ButtonDown())
    assert evening.page is None
    assert evening.table.view.prompt.releasing.value == "start"
    evening.now += SECOND // 10
    assert evening.do(ButtonUp()).began is not None
    assert evening.page is None


def test_it_dims_and_goes_dark_and_then_nothing_changes_any_more():
    evening = Evening()
    evening.wait(299)
    assert evening.table.view.rest is Rest.AWAKE
    evening.wait(2)
    assert evening.table.view.rest is Rest.DIM
    assert evening.page is not None
    assert evening.wait(12)
    evening.wait(600)
    assert evening.table.view.rest is Rest.DARK
    assert evening.table.deadline is None


def test_what_is_read_meanwhile_wakes_nobody():
    evening = Evening(past=Past())
    evening.wait(310)
    assert evening.do(PastRead(PAST)) == Outcome()
    assert evening.table.view.rest is Rest.DIM
    assert {page for _, page in evening.wait(30)} == {HOW, HOUSE, TODAY, LAST}


def test_nothing_attracts_while_a_match_is_played_or_the_service_mode_is_open():
    evening = Evening()
    evening.do(EnterService())
    assert {page for _, page in evening.wait(100)} <= {None}
    playing = Evening()
    playing.do(ButtonDown())
    playing.do(ButtonUp())
    assert playing.wait(2000) == []


def test_a_result_stands_for_a_minute_and_comes_back_between_the_pages():
    evening = Evening(rule_set("classic", flaps=[2]))
    evening.do(ButtonDown())
    evening.do(ButtonUp())
    evening.wait(5)
    evening.do(ButtonDown())
    evening.now += SECOND // 10
    evening.do(ButtonUp())
    evening.wait(20)
    assert evening.table.view.prompt.code == "match_over"
    assert evening.page is None
    assert [page for _, page in evening.wait(90)][:5] == [HOUSE, TODAY, LAST, HOW, RESULT]


@pytest.mark.parametrize("clock", [0, 5, 19, 20, 25, 26, 300, 899, 900, 5000])
def test_a_table_looked_at_late_shows_what_is_due(clock):
    stepped, jumped = Evening(), Evening()
    stepped.wait(clock)
    jumped.now = clock * SECOND
    jumped.do(Tick())
    assert stepped.table.view.attract == jumped.table.view.attract or clock > 900
