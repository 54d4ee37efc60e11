"""All positions x all throws against brute force, which tries every subset of the open flaps."""

from __future__ import annotations

import random

import pytest

from stbpi.rules import IllegalAction, Match, RuleSet, rule_set, rule_set_names
from stbpi.rules.answers import mechanics
from stbpi.rules.news import Blocked, ThrownAgain
from tests.rules.playing import by_sum, forced_moves, subsets, throws

SETS = [
    ("classic", [], {}),
    ("classic", ["one-die", "two-flaps"], {}),
    ("pub", [], {}),
    ("tray", [], {"flaps": 9}),
    ("tray", [], {}),
    ("tray", [], {"flaps": 12}),
    ("tray", ["common"], {}),
    ("tray", ["common"], {"flaps": 12}),
    ("numbers", [], {}),
    ("numbers", [], {"flaps": 12}),
    ("numbers", [], {"doubles": "again_after_or_three"}),
    ("thai", [], {}),
    ("two-to-go", [], {}),
    ("three-to-go", [], {}),
    ("three-down", [], {}),
    ("lucky-seven", [], {}),
    ("unlucky-seven", [], {}),
    ("odds", [], {}),
    ("evens", [], {}),
    ("full-house", [], {}),
    ("knock-out", [], {}),
    ("doubles-up", [], {}),
    ("classic", [], {"dice": 3, "combine": "either", "one_die": "sum_at_most_6"}),
]


def test_no_set_with_up_to_12_flaps_is_left_out():
    few = {name for name in rule_set_names() if len(rule_set(name).flaps) <= 12}
    assert few == {name for name, variants, axes in SETS if not variants and set(axes) <= {"flaps"}}
    # Variants that change which flaps answer a throw; the others are about scores and ends.
    assert {"two-flaps", "one-die", "common"} <= {one for _, variants, _ in SETS for one in variants}


@pytest.mark.parametrize(("name", "variants", "axes"), SETS)
def test_the_tables_hold_what_brute_force_finds(name, variants, axes):
    rules = rule_set(name, variants, **axes)
    tables = mechanics(rules)
    counts = {rules.dice} if rules.one_die == "never" else {1, rules.dice}
    thrown = [dice for count in sorted(counts) for dice in throws(rules, count)]
    for opened in subsets(rules.flaps):
        sums = by_sum(opened)
        mask = tables.mask_of(opened)
        for dice in thrown:
            answers = tables.answers(mask, dice)
            assert answers == forced_moves(rules, opened, dice, sums), (opened, dice)
            for move in answers:
                left = tables.open_of(tables.after_closing(mask, move))
                assert left == tuple(flap for flap in opened if flap not in move)


def one_player(opened: tuple[int, ...], variants: tuple[str, ...]) -> Match:
    """A match that stands at these open flaps, through a set that starts so."""
    closed = [flap for flap in range(1, 10) if flap not in opened]
    return Match.start(rule_set("classic", variants, closed_at_start=closed), 1)


@pytest.mark.parametrize("variants", [("one-die",), ("one-die", "two-flaps", "hundred", "digits")])
def test_a_classic_match_offers_exactly_these_at_all_511_positions_and_all_throws(variants):
    seen = 0
    for opened in subsets(tuple(range(1, 10))):
        match = one_player(opened, variants)
        sums = by_sum(opened)
        one_die = not any(flap > 6 for flap in opened)
        assert match.dice_choices == ((1, 2) if one_die else (2,))
        for count in (1, 2):
            for dice in (
                [(a, b) for a in range(1, 7) for b in range(1, 7)] if count == 2 else throws(match.rules, 1)
            ):
                if count not in match.dice_choices:
                    with pytest.raises(IllegalAction, match="One die cannot"):
                        match.roll(*dice)
                    continue
                after = match.roll(*dice)
                expected = forced_moves(match.rules, opened, dice, sums)
                assert after.legal_moves() == expected
                if not expected:
                    assert after.news[0] == Blocked(0, dice)
                    noted = int("".join(map(str, opened))) if "digits" in variants else sum(opened)
                    assert after.round_scores == (noted,)
                seen += 1
    assert seen == 511 * 36 + 63 * 6


@pytest.mark.parametrize("variants", [("one-die",), ("two-flaps",)])
def test_every_set_that_is_no_answer_is_refused_and_every_answer_is_accepted(variants):
    for opened in [(1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 4, 5, 6), (2, 7, 9)]:
        match = one_player(opened, variants)
        for dice in throws(match.rules, 2):
            after = match.roll(*dice)
            if after.phase != "close":
                continue
            for chosen in subsets(tuple(range(1, 10))):
                if chosen in after.legal_moves():
                    closed = after.close(chosen)
                    assert closed.open_flaps(0) == tuple(flap for flap in opened if flap not in chosen)
                else:
                    with pytest.raises(IllegalAction) as caught:
                        after.close(chosen)
                    assert caught.value.code == expected_code(match.rules, opened, dice, chosen)


def expected_code(
    rules: RuleSet, opened: tuple[int, ...], dice: tuple[int, ...], chosen: tuple[int, ...]
) -> str:
    if not set(chosen) <= set(opened):
        return "not_open"
    return "wrong_total" if sum(chosen) != sum(dice) else "too_many_flaps"


def test_three_hundred_at_positions_taken_at_random():
    rules = rule_set("three-hundred")
    tables = mechanics(rules)
    chance = random.Random(300)
    for _ in range(60):
        opened = tuple(sorted(chance.sample(rules.flaps, chance.randint(1, 12))))
        sums = by_sum(opened)
        for total in range(4, 25):
            low = min(6, total - 3)
            dice = (low, *_spread(total - low))
            assert tables.answers(tables.mask_of(opened), dice) == forced_moves(rules, opened, dice, sums)


def _spread(total: int) -> tuple[int, ...]:
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return (first, second, total - first - second)


def test_the_order_of_the_dice_makes_no_difference():
    for name, variants in (("classic", []), ("tray", ["common"]), ("numbers", [])):
        match = Match.start(rule_set(name, variants), 2)
        for dice in throws(match.rules, 2):
            assert match.roll(*dice).legal_moves() == match.roll(*reversed(dice)).legal_moves()


@pytest.mark.parametrize(
    ("rule", "allowed", "refused"),
    [
        ("none_above_6", [(1, 2, 3, 4, 5, 6), (6,), (1,)], [(7,), (1, 7), (1, 2, 3, 4, 5, 6, 9)]),
        ("at_most_6_open", [(1, 2, 3, 4, 5, 6), (4, 5, 6, 7, 8, 9), (9,)], [(1, 2, 3, 4, 5, 6, 7)]),
        ("sum_at_most_6", [(1, 2, 3), (6,), (2, 4), (1,)], [(1, 6), (7,), (1, 2, 4), (3, 4)]),
        ("never", [], [(1,), (6,), (1, 2, 3)]),
    ],
)
def test_the_boundaries_of_when_one_die_may_be_thrown(rule, allowed, refused):
    for forced in (False, True) if allowed else (False,):
        for opened, may in [(one, True) for one in allowed] + [(one, False) for one in refused]:
            tables = mechanics(rule_set("classic", one_die=rule, one_die_forced=forced))
            expected = ((1,) if forced else (1, 2)) if may else (2,)
            assert tables.choices_for(tables.mask_of(opened)) == expected


def test_no_move_of_a_double_is_thrown_again_only_where_throwing_again_is_instead_of_closing():
    for doubles, news in (
        ("again_or_three", ThrownAgain),
        ("again_after_or_three", Blocked),
        ("plain", Blocked),
    ):
        match = Match.start(rule_set("numbers", doubles=doubles, flaps=[1, 2]), 2).roll(5, 5)
        assert isinstance(match.news[0], news)
