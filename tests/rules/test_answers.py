"""What is remembered of positions and throws: never too much, never another answer, never another pair of dice."""

from __future__ import annotations

import random

import pytest

from stbpi.rules import IllegalAction, Match, rule_set
from stbpi.rules.answers import CACHED_POSITIONS, Mechanics, Memo
from tests.rules.playing import by_sum, forced_moves


def test_a_memo_asks_once_and_begins_anew_when_it_is_full():
    asked: list[int] = []

    def find(number: int) -> int:
        asked.append(number)
        return -number

    memo = Memo(find, 3)
    assert [memo[number] for number in (1, 2, 3, 1, 2, 3)] == [-1, -2, -3, -1, -2, -3]
    assert asked == [1, 2, 3]
    assert [memo[4], memo[1], memo[4]] == [-4, -1, -4]
    assert asked == [1, 2, 3, 4, 1]
    assert len(memo) <= 3


@pytest.mark.parametrize("axes", [{"combine": "sum"}, {"combine": "either"}])
def test_a_long_evening_with_24_flaps_is_not_all_remembered(axes):
    rules = rule_set("three-hundred", **axes)
    tables = Mechanics(rules)
    chance = random.Random(24)
    for _ in range(CACHED_POSITIONS + 10_000):
        dice = tuple(chance.choices(range(1, 7), k=4))
        tables.answers(chance.randrange(1, 1 << 24), dice)
    kept = {id(throw.answers): len(throw.answers) for throw in tables.throws.values()}
    assert sum(kept.values()) <= CACHED_POSITIONS
    opened = (1, 2, 3, 5, 8, 13, 21)
    expected = forced_moves(rules, opened, (1, 2, 4, 6), by_sum(opened))
    assert tables.answers(tables.mask_of(opened), (1, 2, 4, 6)) == expected


@pytest.mark.parametrize("dice", [(True, 2), (1.0, 2), (1, 2.0)])
def test_what_only_equals_a_die_is_refused_also_when_that_throw_is_known(dice):
    match = Match.start(rule_set("classic"), 1)
    assert match.roll(1, 2).dice == (1, 2)
    with pytest.raises(IllegalAction) as caught:
        match.roll(*dice)
    assert caught.value.code == "bad_dice"


def test_a_throw_is_known_only_as_what_the_dice_can_show():
    tables = Mechanics(rule_set("classic", ["one-die"]))
    for dice in [(), (0,), (7,), (1, 7), (1, 2, 3)]:
        with pytest.raises(KeyError):
            tables.throws[dice]
    assert tables.throws[4,].dice == (4,)
    with pytest.raises(KeyError):
        Mechanics(rule_set("classic")).throws[4,]
