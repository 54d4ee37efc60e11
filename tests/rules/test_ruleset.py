"""A rule set as a value, and what is refused when one is made."""

from __future__ import annotations

import dataclasses
import json
import tomllib

import pytest

from stbpi.rules import Match, RuleSet, RuleSetError, rule_set, rule_set_names, variants_of

ALL = [(name, variant) for name in rule_set_names() for variant in ((), *((v,) for v in variants_of(name)))]


@pytest.mark.parametrize(("name", "variants"), ALL)
def test_every_set_survives_json_and_toml(name, variants):
    rules = rule_set(name, variants)
    axes = json.loads(json.dumps(rules.axes()))
    assert RuleSet.from_axes(name, variants, axes) == rules
    toml = "\n".join(f"{axis} = {json.dumps(value)}" for axis, value in rules.axes().items())
    again = RuleSet.from_axes(name, variants, tomllib.loads(toml))
    assert again == rules
    assert hash(again) == hash(rules)


def test_it_is_frozen_and_equal_by_value():
    rules = rule_set("tray", ["common"], flaps=12)
    assert rules == rule_set("tray", ["common"], flaps=[*range(12, 0, -1)])
    assert rules != rule_set("tray", ["common"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.dice = 3
    assert str(rule_set("tray")).startswith("tray, flaps [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], rows own")
    assert str(rule_set("classic", ["digits"])) == "classic + digits, scoring digits"
    assert "combine=<Combine.EITHER: 'either'>" in repr(rules)


def test_every_axis_is_an_attribute_and_a_keyword():
    rules = rule_set("classic")
    expected = {
        "flaps", "closed_at_start", "rows", "play", "dice", "die_sides", "one_die", "one_die_forced",
        "combine", "max_flaps", "doubles", "out_after", "shut_ends_round", "scoring", "match", "rounds",
        "target", "stake", "shut_multiplier", "starter", "min_players", "max_players", "first_throw_closes",
        "stop_on", "eliminate_at", "others_multiplier_on_shut",
    }  # fmt: skip
    assert set(rules.axes()) == expected
    assert rule_set("classic", **rules.axes()) == rules


def test_a_user_s_own_set_has_the_defaults_of_classic_and_is_played_like_any_other():
    ours = RuleSet.from_axes("ours", (), {"flaps": [2, 3, 5, 7], "one_die": "at_most_6_open"})
    match = Match.start(ours, ["Ann"]).roll(5)
    assert match.legal_moves() == ((2, 3), (5,))
    assert rule_set("classic").axes() == RuleSet(name="x").axes()


def test_words_for_switching_an_axis_off():
    assert rule_set("numbers", max_flaps="no_limit", one_die="none_above_6").max_flaps == 0
    assert rule_set("numbers", max_flaps=None).max_flaps == 0
    assert rule_set("tray", out_after="never").out_after == 0


def test_changing_how_the_match_ends_forgets_the_old_end():
    rules = rule_set("tray", match="rounds", rounds=2)
    assert (rules.rounds, rules.target) == (2, 0)
    assert rule_set("tray", ["express"], match="single").rounds == 0
    assert rule_set("classic", ["one-die"], one_die_forced=True, one_die="at_most_6_open").one_die_forced


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rule_set("clasic"), "There is no rule set 'clasic': did you mean 'classic'?"),
        (lambda: rule_set("zzz"), "known are classic, pub"),
        (lambda: rule_set(None), "There is no rule set None"),
        (lambda: variants_of("trays"), "did you mean 'tray'?"),
        (lambda: rule_set("classic", ["onedie"]), "has no variant 'onedie': did you mean 'one-die'?"),
        (lambda: rule_set("pub", ["digits"]), "there are none"),
        (lambda: rule_set("tray", ["common", "common"]), "named twice"),
        (lambda: rule_set("tray", "common"), "write a list of names"),
        (lambda: rule_set("tray", 5), "write a list of names"),
        (lambda: rule_set("tray", [5]), "has no variant 5"),
        (lambda: rule_set("tray", flap=10), "'flap' is no axis of a rule set: did you mean 'flaps'?"),
        (lambda: RuleSet.from_axes("ours", (), {"dises": 2}), "'dises' of the rule set 'ours' is no axis"),
        (lambda: RuleSet.from_axes(" ", (), {}), "needs a name"),
        (lambda: RuleSet.from_axes("ours", [3], {}), "named by a word"),
        (lambda: RuleSet.from_axes("ours", ["a", "a"], {}), "named twice"),
        (lambda: rule_set("classic", flaps=0), "flaps = 0 cannot be: a row has 1 to 64 flaps"),
        (lambda: rule_set("classic", flaps=65), "1 to 64"),
        (lambda: rule_set("classic", flaps=list(range(1, 66))), "1 to 64"),
        (lambda: rule_set("classic", flaps=[]), "1 to 64"),
        (lambda: rule_set("classic", flaps=[1, 1]), "flap 1 stands there twice"),
        (
            lambda: rule_set("classic", flaps=[0]),
            "flaps = 0 cannot be: flaps carry whole numbers from 1 to 999",
        ),
        (lambda: rule_set("classic", flaps=["1"]), "flaps carry whole numbers"),
        (
            lambda: rule_set("classic", flaps=True),
            "write how many flaps a row has, or a list of flap numbers",
        ),
        (
            lambda: rule_set("classic", flaps=None),
            "write how many flaps a row has, or a list of flap numbers",
        ),
        (
            lambda: rule_set("classic", flaps="1-9"),
            "write how many flaps a row has, or a list of flap numbers",
        ),
        (lambda: rule_set("classic", closed_at_start=3), "write a list of flap numbers"),
        (lambda: rule_set("classic", dice=5), "dice = 5 cannot be: write a whole number from 1 to 4"),
        (lambda: rule_set("classic", dice=True), "whole number"),
        (lambda: rule_set("classic", dice=2.0), "whole number"),
        (lambda: rule_set("classic", max_flaps=-1), "from 0 to 64 (0: no limit)"),
        (lambda: rule_set("classic", out_after=3), "from 0 to 2 (0: never)"),
        (lambda: rule_set("classic", rows="shard"), "rows = 'shard' cannot be: did you mean 'shared'?"),
        (lambda: rule_set("classic", rows=1), "write one of 'shared', 'own'"),
        (lambda: rule_set("classic", shut_ends_round=1), "write true or false"),
        (lambda: rule_set("classic", min_players=0), "from 1 to 99"),
        (lambda: rule_set("tray", [["common"]]), "has no variant ['common']"),
        (lambda: RuleSet.from_axes("ours", ["\ud800"], {}), "half of a sign in it (U+D800 to U+DFFF)"),
        (lambda: RuleSet.from_axes("o\udfffrs", (), {}), "half of a sign in it (U+D800 to U+DFFF)"),
    ],
)
def test_what_cannot_be_is_refused_with_value_place_and_mend(make, words):
    with pytest.raises(RuleSetError) as caught:
        make()
    assert words in str(caught.value)
    assert str(caught.value)[-1] in ".?"
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError)
