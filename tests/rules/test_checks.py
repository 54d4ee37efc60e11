"""Rule sets whose axes contradict each other: refused with the reason, which names both sides, and the mend."""

from __future__ import annotations

from itertools import product

import pytest

from stbpi.rules import RuleSet, RuleSetError, rule_set, rule_set_names, variants_of
from stbpi.rules.describe import describe
from stbpi.rules.ruleset import READERS
from stbpi.rules.sets import house_set

REFUSED: list[tuple[str, dict[str, object], str, tuple[str, ...]]] = [
    # Set, axes, the whole of the sentence behind "cannot be played: ", and the axes it is about.
    (
        "classic",
        {"flaps": [100]},
        "flaps has 100, but dice = 2 make 12 at most; leave that flap out or throw more dice.",
        ("flaps", "dice"),
    ),
    (
        "three-hundred",
        {"flaps": [*range(1, 25), 49], "die_sides": 12},
        "flaps has 49, but dice = 4 with die_sides = 12 make 48 at most; leave that flap out or throw more dice.",
        ("flaps", "dice"),
    ),
    (
        "classic",
        {"dice": 1},
        "flaps has 7, but dice = 1 make 6 at most; leave that flap out or throw more dice.",
        ("flaps", "dice"),
    ),
    (
        "classic",
        {"flaps": [1, 12]},
        "flaps has 1, which no throw of dice = 2 ever closes with combine = 'sum'; leave that flap out or allow "
        "one die.",
        ("flaps", "dice", "one_die"),
    ),
    (
        "classic",
        {"max_flaps": 1},
        "flaps has 1, which no throw of dice = 2 ever closes with combine = 'sum' and max_flaps = 1; leave that "
        "flap out or allow one die.",
        ("flaps", "max_flaps"),
    ),
    (
        "thai",
        {"flaps": 8, "dice": 4, "die_sides": 2},
        "flaps has 3, which no throw of dice = 4 with die_sides = 2 ever closes with combine = 'single'; leave "
        "that flap out or change one of these.",
        ("flaps", "combine", "die_sides"),
    ),
    (
        "lucky-seven",
        {"stop_on": 7},
        "flaps has 7, which no throw of dice = 2 ever closes with combine = 'sum' and stop_on = 7; leave that flap "
        "out or change one of these.",
        ("flaps", "stop_on"),
    ),
    (
        "classic",
        {"flaps": [5, 6, 7], "one_die": "at_most_6_open", "one_die_forced": True},
        "flaps has 7, which no throw of dice = 2 ever closes with combine = 'sum' and one_die_forced; leave that "
        "flap out or change one of these.",
        ("flaps", "one_die_forced", "one_die"),
    ),
    (
        "thai",
        {"max_flaps": 2},
        "with combine = 'single' a throw of dice = 2 closes 1 flap at most, not max_flaps = 2; set max_flaps = 0 or "
        "combine = 'sum'.",
        ("max_flaps", "combine"),
    ),
    (
        "tray",
        {"combine": "either", "max_flaps": 3},
        "with combine = 'either' a throw of dice = 2 closes 2 flaps at most, not max_flaps = 3; set max_flaps = 0 or "
        "combine = 'sum'.",
        ("max_flaps", "combine", "dice"),
    ),
    (
        "numbers",
        {"max_flaps": 4},
        "doubles = 'again_or_three' lets a double close 3 flaps, fewer than any throw may with max_flaps = 4; set "
        "max_flaps = 3 or less, or 0 for no limit.",
        ("max_flaps", "doubles"),
    ),
    (
        "numbers",
        {"max_flaps": 10, "doubles": "again_after_or_three"},
        "doubles = 'again_after_or_three' lets a double close 3 flaps, fewer than any throw may with max_flaps = 10; "
        "set max_flaps = 3 or less, or 0 for no limit.",
        ("max_flaps", "doubles"),
    ),
    (
        "tray",
        {"out_after": 0, "shut_ends_round": False, "flaps": [2]},
        "with out_after = 0 nobody is out, and with shut_ends_round = false a round goes on until all have shut and "
        "note 0; set shut_ends_round = true.",
        ("shut_ends_round", "out_after"),
    ),
    (
        "lucky-seven",
        {"match": "target", "target": 50},
        "with out_after = 0 a player alone, whom min_players = 1 allows, always shuts and never notes the points of "
        "target = 50; set min_players = 2.",
        ("out_after", "target", "min_players"),
    ),
    (
        "classic",
        {"closed_at_start": [10]},
        "closed_at_start names flap 10, which flaps does not have; leave it out.",
        ("closed_at_start", "flaps"),
    ),
    (
        "classic",
        {"closed_at_start": range(1, 10)},
        "closed_at_start closes every one of the flaps; leave at least one open.",
        ("closed_at_start", "flaps"),
    ),
    (
        "classic",
        {"play": "common_throw"},
        "play = 'common_throw' is answered by several players, who need a row each, not rows = 'shared'; set "
        "rows = 'own'.",
        ("play", "rows"),
    ),
    (
        "classic",
        {"out_after": 2},
        "a turn with play = 'until_blocked' ends with the first blocked throw, not with out_after = 2; set "
        "out_after = 1 or play = 'one_throw'.",
        ("out_after", "play"),
    ),
    (
        "numbers",
        {"play": "common_throw"},
        "doubles = 'again_or_three' lets a player throw again, which with play = 'common_throw' nobody decides "
        "alone; set doubles = 'plain'.",
        ("doubles", "play"),
    ),
    (
        "tray",
        {"first_throw_closes": 2},
        "first_throw_closes = 2 needs turns of several throws, not play = 'one_throw'; set play = 'until_blocked'.",
        ("first_throw_closes", "play"),
    ),
    (
        "two-to-go",
        {"flaps": [1, 3]},
        "first_throw_closes = 2 is none of the flaps; name one of them.",
        ("first_throw_closes", "flaps"),
    ),
    (
        "two-to-go",
        {"closed_at_start": [2]},
        "first_throw_closes = 2 is closed by closed_at_start already; name a flap that is open.",
        ("first_throw_closes", "closed_at_start"),
    ),
    (
        "classic",
        {"first_throw_closes": 1, "flaps": [1, 12], "one_die": "sum_at_most_6"},
        "no throw of dice = 2 can close first_throw_closes = 1 with combine = 'sum'; name a flap that can be closed "
        "first.",
        ("first_throw_closes", "flaps", "one_die"),
    ),
    (
        "numbers",
        {"dice": 3},
        "doubles = 'again_or_three' needs dice = 2, not 3; set doubles = 'plain'.",
        ("doubles", "dice"),
    ),
    (
        "pub",
        {"dice": 1},
        "one_die = 'none_above_6' is a choice, but dice = 1 leaves none; set one_die = 'never'.",
        ("one_die", "dice"),
    ),
    (
        "classic",
        {"one_die_forced": True},
        "one_die_forced says how, but one_die = 'never' says that it never happens; set one_die too.",
        ("one_die_forced", "one_die"),
    ),
    (
        "classic",
        {"stop_on": 13},
        "stop_on = 13 is no throw of dice = 2; name one that is, or 0.",
        ("stop_on", "dice"),
    ),
    (
        "classic",
        {"stop_on": 1},
        "stop_on = 1 is no throw of dice = 2; name one that is, or 0.",
        ("stop_on", "dice"),
    ),
    (
        "classic",
        {"match": "rounds"},
        "match = 'rounds' needs rounds; set it to a whole number from 1 up.",
        ("match",),
    ),
    (
        "classic",
        {"match": "target"},
        "match = 'target' needs target; set it to a whole number from 1 up.",
        ("match",),
    ),
    (
        "classic",
        {"rounds": 3},
        "rounds = 3 means nothing with match = 'single'; set match = 'rounds'.",
        ("rounds", "match"),
    ),
    (
        "pub",
        {"target": 3},
        "target = 3 means nothing with match = 'open'; set match = 'target'.",
        ("target", "match"),
    ),
    (
        "tray",
        {"eliminate_at": 45},
        "eliminate_at = 45 needs rounds that no other total ends, not match = 'target'; set match = 'open'.",
        ("eliminate_at", "match"),
    ),
    (
        "tray",
        {"min_players": 5},
        "min_players = 5 is above max_players = 4; exchange them.",
        ("min_players", "max_players"),
    ),
    (
        "lucky-seven",
        {"flaps": 9},
        "with rows = 'shared' and play = 'one_throw' the row is raised for every throw, and none shuts all of its "
        "flaps; use fewer flaps, rows = 'own' or play = 'until_blocked'.",
        ("rows", "play", "flaps"),
    ),
    (
        "tray",
        {"one_die": "never", "out_after": 0},
        "flap 1 alone can never be closed with dice = 2, and with out_after = 0 a round would never end; allow one "
        "die, leave the flap out or set out_after.",
        ("out_after", "flaps", "one_die"),
    ),
    (
        "tray",
        {"out_after": 0, "stop_on": 9},
        "flap 9 alone can never be closed with dice = 2, and with out_after = 0 a round would never end; allow one "
        "die, leave the flap out or set out_after.",
        ("out_after", "stop_on"),
    ),
    (
        "thai",
        {"flaps": [2], "die_sides": 2, "match": "target", "target": 20},
        "every throw shuts the box, so that nobody ever notes the points of target = 20; use more flaps or "
        "match = 'rounds'.",
        ("flaps", "target", "die_sides"),
    ),
]


@pytest.mark.parametrize(("name", "axes", "sentence", "about"), REFUSED, ids=lambda part: str(part)[:60])
def test_axes_that_contradict_each_other_are_refused_naming_both(name, axes, sentence, about):
    with pytest.raises(RuleSetError) as told:
        rule_set(name, **axes)
    assert str(told.value) == f"The rule set {name!r} cannot be played: {sentence}"
    assert set(about) <= set(told.value.about) <= set(READERS)
    # One of those that were given, so that whoever wrote them can be shown the place.
    assert set(told.value.about) & set(axes)


@pytest.mark.parametrize(
    ("name", "axes"),
    [
        # What merely has no effect beside another axis is no contradiction.
        ("classic", {"shut_multiplier": 3}),
        ("classic", {"starter": "same"}),
        ("pub", {"flaps": [7, 8]}),
        ("thai", {"max_flaps": 1}),
        ("tray", {"combine": "either", "max_flaps": 2}),
        ("numbers", {"max_flaps": 3}),
        ("numbers", {"max_flaps": "no_limit"}),
        ("classic", {"doubles": "again_or_three"}),
        ("thai", {"doubles": "again_or_three"}),
        ("classic", {"doubles": "again_after_or_three", "combine": "either"}),
        ("classic", {"max_flaps": 9}),
        # At the edge of what dice make.
        ("classic", {"flaps": [12]}),
        ("classic", {"flaps": 6, "dice": 1}),
        ("classic", {"flaps": [1, 11]}),
        ("classic", {"flaps": [1, 12], "one_die": "none_above_6"}),
        ("classic", {"flaps": [100, 2], "closed_at_start": [100]}),
        ("three-hundred", {"flaps": 48, "die_sides": 12}),
        ("numbers", {"flaps": [1, 2, 3], "max_flaps": 1}),
        ("classic", {"flaps": [5, 6, 7, 8, 9, 10, 11], "one_die": "at_most_6_open", "one_die_forced": True}),
        ("thai", {"flaps": [2], "die_sides": 2, "match": "rounds", "rounds": 2}),
        ("thai", {"flaps": [2], "die_sides": 2, "match": "target", "target": 9, "one_die": "at_most_6_open"}),
    ],
)
def test_what_only_has_no_effect_or_is_at_the_edge_is_played(name, axes):
    assert rule_set(name, **axes)


def test_no_set_with_any_variants_is_refused_nor_as_the_house_s_own():
    for name in rule_set_names():
        variants = variants_of(name)
        for chosen in product((False, True), repeat=len(variants)):
            wanted = [one for one, take in zip(variants, chosen, strict=True) if take]
            rules = rule_set(name, wanted)
            for stake in (0, 50):
                assert house_set("ours", name, [(wanted, {"stake": stake})]).axes() == (
                    rules.axes() | {"stake": stake}
                )
    for flaps in (9, 10, 12):
        for variants in ((), ("common",), ("express",), ("common", "express")):
            assert rule_set("tray", variants, flaps=flaps)
        assert rule_set("numbers", flaps=flaps)


def test_a_set_of_the_house_is_called_by_its_own_name_in_everything_that_is_wrong_with_it():
    wrong: list[dict[str, object]] = [
        {"flaps": [100]},
        {"dice": 9},
        {"scoring": "letters"},
        {"match": "rounds"},
    ]
    for axes in wrong:
        with pytest.raises(RuleSetError) as told:
            house_set("ours", "classic", [((), axes)])
        assert "'ours'" in str(told.value)
        assert "classic" not in str(told.value)
    with pytest.raises(RuleSetError, match="'ours' has no variant 'loud': known are"):
        house_set("ours", "classic", [(["loud"], {})])
    with pytest.raises(
        RuleSetError, match="'ours' is played with the variant 'digits' already; leave it out"
    ):
        house_set("ours", "classic", [(["digits"], {}), (["digits"], {})])
    with pytest.raises(RuleSetError, match="'flap' is no axis"):
        house_set("ours", "classic", [((), {"flap": 9})])
    with pytest.raises(RuleSetError, match="no rule set 'clasic': did you mean 'classic'") as told:
        house_set("ours", "clasic", [])
    assert told.value.about == ("base",)


def test_what_is_chosen_later_goes_before_what_a_set_of_the_house_has():
    own = (["two-flaps"], {"match": "target", "target": 50, "scoring": "digits"})
    rules = house_set(
        "ours", "classic", [own, (["one-die"], {"match": "rounds", "rounds": 2, "max_flaps": 3})]
    )
    assert (rules.match, rules.target, rules.rounds) == ("rounds", 0, 2)
    assert (rules.max_flaps, rules.one_die, rules.scoring) == (3, "none_above_6", "digits")


@pytest.mark.parametrize("doubles", ["again_or_three", "again_after_or_three"])
def test_three_flaps_on_a_double_are_only_told_where_they_are_more_than_usual(doubles):
    def told(name, **axes):
        sentences = describe(rule_set(name, doubles=doubles, **axes))
        return "On a double you" in sentences, " three flaps." in sentences

    assert [told("numbers", max_flaps=most) for most in (1, 2)] == [(True, True)] * 2
    assert [told("numbers", max_flaps=most) for most in (0, 3)] == [(True, False)] * 2
    assert [told("classic", combine=combine) for combine in ("single", "either")] == [(True, False)] * 2


def test_the_error_says_which_element_of_a_list_is_wrong():
    for make, element in (
        (lambda: rule_set("tray", ["express", "commmon"]), "commmon"),
        (lambda: rule_set("tray", ["common", "common"]), "common"),
        (lambda: rule_set("classic", flaps=[1, 2, 100]), 100),
        (lambda: rule_set("classic", flaps=[1, 2, 1000]), 1000),
        (lambda: rule_set("classic", flaps=[1, 2, 2]), 2),
        (lambda: rule_set("classic", closed_at_start=[1, 10]), 10),
        (lambda: RuleSet.from_axes("ours", ["a", "a"], {}), "a"),
    ):
        with pytest.raises(RuleSetError) as told:
            make()
        assert told.value.element == element
