"""What the menu offers can be played on the tray, and nothing that can be is left out."""

from __future__ import annotations

import pytest

from stbpi.rules import RuleSetError, rule_set, rule_set_names, variants_of
from stbpi.table.choices import BuiltInRules
from stbpi.table.fitting import check_fit
from stbpi.table.lineup import MOST_OFFERED, Line, Lineup
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup, TraySides

NAMES = ("Ann", "Ben", "Cleo")
TRAYS = {
    "nine": TraySides((tuple(range(1, 10)),)),
    "six": TraySides((tuple(range(1, 7)),)),
    "four of twelve": TraySides((tuple(range(1, 13)),) * 4),
    "two of ten": TraySides((tuple(range(1, 11)),) * 2),
    "odd ones": TraySides(((1, 3, 5, 7, 9),)),
}


def lineup(tray: str, names=NAMES) -> Lineup:
    return Lineup(BuiltInRules(), TRAYS[tray], names)


def fits(line: Line, tray: str) -> bool:
    try:
        check_fit(MatchSetup(line.rules, line.players, "electronic", b""), TRAYS[tray])
    except TableRefusal:
        return False
    return True


def built(name: str, variants=(), **axes):
    try:
        return rule_set(name, variants, **axes)
    except RuleSetError:
        return None


def line(name: str, *players: str, variants=(), **axes) -> Line:
    return Line(rule_set(name, variants, **axes), players or ("Ann", "Ben"))


@pytest.mark.parametrize("tray", TRAYS)
def test_a_set_is_offered_where_any_number_of_players_can_play_it_on_the_tray(tray):
    offered = {one.rules.name: one for one in lineup(tray).sets(line("classic"))}
    most = max(len(side) for side in TRAYS[tray].flaps)
    for name in rule_set_names():
        sets = [rule_set(name)]
        if sets[0].flaps == tuple(range(1, len(sets[0].flaps) + 1)):
            sets += filter(None, [built(name, flaps=most)])
        playable = name == "classic" or any(
            fits(Line(rules, tuple("ABCDEFGH"[:count])), tray)
            for rules in sets
            for count in range(rules.min_players, min(rules.max_players, MOST_OFFERED) + 1)
        )
        if tray != "odd ones":
            assert (name in offered) == playable, name
    assert all(fits(one, tray) for name, one in offered.items() if name != "classic")


def test_a_set_for_larger_trays_has_the_flaps_of_this_one():
    offered = {one.rules.name: one for one in lineup("nine").sets(line("classic"))}
    assert offered["full-house"].rules.flaps == tuple(range(1, 10))
    assert offered["classic"].rules == rule_set("classic")
    assert "tray" not in offered  # a row for each player, and there is one


def test_a_set_for_other_numbers_of_players_has_the_nearest():
    offered = {one.rules.name: one for one in lineup("two of ten").sets(line("classic", "Ann"))}
    assert offered["tray"].players == ("Ann", "Ben")
    offered = {one.rules.name: one for one in lineup("two of ten").sets(line("classic", *"ABCDE"))}
    assert offered["tray"].players == ("A", "B")


@pytest.mark.parametrize("name", rule_set_names())
def test_variants_are_offered_as_far_as_they_go_together(name):
    now = Line(rule_set(name), tuple("AB"))
    for variant, other in lineup("four of twelve").variants(now):
        assert other.rules == rule_set(name, [variant])
        for further, both in lineup("four of twelve").variants(other):
            left = {variant} ^ {further}
            assert set(both.rules.variants) == left
    offered = {variant for variant, _ in lineup("four of twelve").variants(now)}
    assert offered == {variant for variant in variants_of(name) if built(name, [variant]) is not None}


def test_what_was_changed_on_top_of_a_set_stays_with_its_variants_and_flaps():
    now = line("classic", max_flaps=3, stake=50)
    changed = dict(lineup("nine").variants(now))["one-die"]
    assert (changed.rules.max_flaps, changed.rules.stake) == (3, 50)
    changed = dict(lineup("nine").flaps(now))[7]
    assert (changed.rules.max_flaps, changed.rules.flaps) == (3, tuple(range(1, 8)))


@pytest.mark.parametrize("tray", ["nine", "six", "two of ten", "four of twelve"])
@pytest.mark.parametrize("name", ["classic", "tray", "numbers", "odds", "lucky-seven", "knock-out"])
def test_counts_of_players_and_flaps_are_those_that_can_be_played(name, tray):
    now = Line(rule_set(name), ("Ann", "Ben"))
    counts = [len(one.players) for one in lineup(tray).counts(now)]
    assert counts == [
        count
        for count in range(now.rules.min_players, min(now.rules.max_players, MOST_OFFERED) + 1)
        if fits(Line(now.rules, tuple("ABCDEFGH"[:count])), tray)
    ]
    flaps = [count for count, _ in lineup(tray).flaps(now) if count is not None]
    assert flaps == [
        count
        for count in range(1, 13)
        if (rules := built(name, flaps=count)) is not None and fits(Line(rules, now.players), tray)
    ]


def test_flaps_that_are_no_run_from_one_are_offered_as_the_rules_have_them():
    assert next(iter(lineup("nine").flaps(line("odds"))))[0] is None
    assert None not in dict(lineup("nine").flaps(line("classic")))


def test_a_set_for_any_number_is_offered_for_as_many_as_one_counts_or_knows():
    assert len(list(lineup("nine").counts(line("pub")))) == MOST_OFFERED
    many = tuple(f"N{number}" for number in range(11))
    assert len(list(lineup("nine", many).counts(line("pub")))) == 11


def test_going_round_at_one_seat_seats_everybody_there_once_and_loses_nobody():
    now = line("classic", "Ann", "Ben")
    seen = []
    for _ in range(3):
        now = lineup("nine").seated_otherwise(now, 0)
        seen.append(now.players)
    assert [first for first, _ in seen] == ["Ben", "Cleo", "Ann"]
    assert all(len(set(players)) == 2 for players in seen)


def test_a_tray_without_names_seats_players_by_number():
    counts = list(lineup("nine", ()).counts(line("classic", "Player 1", "Player 2")))
    assert counts[3].players == ("Player 1", "Player 2", "Player 3", "Player 4")
    assert not lineup("nine", ()).has_names
