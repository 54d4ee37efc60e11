"""What is told, as JSON values."""

from __future__ import annotations

import json

from stbpi.rules import Match, rule_set
from stbpi.rules.news import (
    Blocked,
    Corrected,
    Eliminated,
    Left,
    MatchEnded,
    Out,
    Passed,
    RoundEnded,
    Shut,
    ThrownAgain,
)
from tests.rules.playing import play
from tests.rules.test_classic import BLOCKED_AT_43


def test_every_piece_of_news_has_a_written_form():
    told = [
        (Left(1, None), {"what": "left", "player": 1, "score": None}),
        (Corrected(1, -3, "x"), {"what": "corrected", "player": 1, "points": -3, "reason": "x"}),
        (ThrownAgain(0, (5, 5)), {"what": "thrown_again", "player": 0, "dice": [5, 5]}),
        (Blocked(0, (1, 1)), {"what": "blocked", "player": 0, "dice": [1, 1]}),
        (Passed(0, 1), {"what": "passed", "player": 0, "passes": 1}),
        (Out(0, 43), {"what": "out", "player": 0, "score": 43}),
        (Shut(0), {"what": "shut", "player": 0}),
        (RoundEnded(1, (43, None), (0,)), {"what": "round_ended", "round": 1, "scores": [43, None], "winners": [0]}),
        (Eliminated(0, 45), {"what": "eliminated", "player": 0, "total": 45}),
        (MatchEnded((0, 1)), {"what": "match_ended", "winners": [0, 1]}),
    ]  # fmt: skip
    for news, written in told:
        assert json.loads(json.dumps(news.to_json())) == written


def test_it_stands_in_order_and_only_for_the_last_action():
    match = play(Match.start(rule_set("classic"), 1), *BLOCKED_AT_43)
    assert [news.what for news in match.news] == ["blocked", "out", "round_ended", "match_ended"]
    common = Match.start(rule_set("tray", ["common"], flaps=[1, 2, 12], out_after=2), 2).roll(3, 4)
    assert [(news.what, news.player) for news in common.news] == [
        ("blocked", 0), ("blocked", 1), ("passed", 0), ("passed", 1),
    ]  # fmt: skip
    assert common.roll(6, 6).news == ()
