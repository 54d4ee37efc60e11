"""Random legal matches of every set keep what must hold, whatever is thrown, closed, left and corrected."""

from __future__ import annotations

import json
import random
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.rules import IllegalAction, Match, Phase, RuleSet, Status, rule_set, rule_set_names, variants_of
from stbpi.rules.actions import Action, Redo, Retire, Roll, Undo, apply, from_json, to_json
from stbpi.rules.history import History
from tests.rules.playing import actions_now


def _all_sets() -> list[tuple[str, tuple[str, ...]]]:
    sets: list[tuple[str, tuple[str, ...]]] = []
    for name in rule_set_names():
        variants = variants_of(name)
        for chosen in product((False, True), repeat=len(variants)):
            sets.append((name, tuple(v for v, take in zip(variants, chosen, strict=True) if take)))
    return sets


SETS = _all_sets()
LONGEST = 5000
"""Actions of one match; a knock-out of many rounds has some hundreds."""


def walk(rules: RuleSet, players: int, seed: int, *, meddling: bool) -> list[tuple[Action | None, Match]]:
    """A whole match: every action with the match it led to."""
    chance = random.Random(seed)
    match = Match.start(rules, players)
    steps: list[tuple[Action | None, Match]] = [(None, match)]
    while match.phase != Phase.MATCH_OVER:
        action = actions_now(match, chance, meddling=meddling)
        match = apply(match, action)
        steps.append((action, match))
        assert len(steps) < LONGEST, f"no end in sight: {match!r}"
    return steps


matches = given(seed=st.integers(0, 2**32), more=st.integers(0, 7), stake=st.sampled_from((0, 1, 7)))
few = settings(max_examples=8, deadline=None)


def _rules(name: str, variants: tuple[str, ...], stake: int) -> RuleSet:
    return rule_set(name, variants, stake=stake)


def _players(rules: RuleSet, more: int) -> int:
    return min(rules.max_players, rules.min_players + more)


@pytest.mark.parametrize(("name", "variants"), SETS)
@few
@matches
def test_what_holds_at_every_step(name, variants, seed, more, stake):
    rules = _rules(name, variants, stake)
    steps = walk(rules, _players(rules, more), seed, meddling=seed % 2 == 1)
    for (_, before), (action, after) in pairwise(steps):
        assert sum(after.balances) + after.pool == 0
        assert after.pool >= 0
        seats = range(len(after.players))
        assert after.dice == () or after.phase == Phase.CLOSE
        assert (after.waiting_for == ()) == (after.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER))
        assert list(after.waiting_for) == sorted(after.waiting_for)
        for seat in after.waiting_for:
            assert after.in_match(seat)
            assert after.status(seat) == Status.PLAYING
            assert bool(after.legal_moves(seat)) == (after.phase == Phase.CLOSE)
        for seat in seats:
            if seat not in after.waiting_for:
                assert after.legal_moves(seat) == ()
            if after.status(seat) == Status.SHUT:
                assert after.open_flaps(seat) == ()
                assert after.round_scores[seat] == 0
        if after.round == before.round:
            flaps_only_close(before, after)
        scores_are_counted_once(before, after, action)
    last = steps[-1][1]
    assert last.waiting_for == ()
    assert last.pool == 0
    ranks = [row.rank for row in last.standings]
    assert ranks == sorted(ranks)
    assert sorted(row.player for row in last.standings) == list(range(len(last.players)))
    # Nobody wins without any score, but for the last one in where totals eliminate.
    assert last.winners == tuple(
        row.player
        for row in last.standings
        if row.rank == 1 and (row.total is not None or (rules.eliminate_at and last.in_match(row.player)))
    )


def flaps_only_close(before: Match, after: Match) -> None:
    """Within a round no flap opens again, but for the shared row that is raised for each throw."""
    for seat in range(len(before.players)):
        raised = after.rules.rows == "shared" and after.rules.play == "one_throw" and after.player == seat
        if not raised:
            assert set(after.open_flaps(seat)) <= set(before.open_flaps(seat))


def scores_are_counted_once(before: Match, after: Match, action: Action | None) -> None:
    """Totals move by a correction, or by the round's scores on the step that ends the round."""
    over = (Phase.ROUND_OVER, Phase.MATCH_OVER)
    moved = [new - old for old, new in zip(before.totals, after.totals, strict=True)]
    if before.phase not in over and after.phase in over:
        assert moved == [score or 0 for score in after.round_scores]
    elif action is not None and to_json(action)["do"] == "correct":
        assert moved[to_json(action)["player"]] == to_json(action)["points"]
    else:
        assert not any(moved)


@pytest.mark.parametrize(("name", "variants"), SETS)
@few
@matches
def test_one_turn_each_a_round_and_nobody_is_skipped(name, variants, seed, more, stake):
    rules = _rules(name, variants, stake)
    players = _players(rules, more)
    throwers: list[tuple[int, int]] = []
    previous: Match | None = None
    for action, match in walk(rules, players, seed, meddling=False):
        if isinstance(action, Roll) and previous is not None and previous.player is not None:
            throwers.append((previous.round, previous.player))
            others = (previous.player + i for i in range(1, players))
            if rules.play == "one_throw" and match.phase == Phase.ROLL and match.round == previous.round:
                # The next one to throw is the first clockwise who is playing, or the same with a double.
                still = [seat % players for seat in others if match.status(seat % players) == Status.PLAYING]
                assert match.player == previous.player or match.player == still[0]
        previous = match
    if rules.play == "until_blocked":
        for number in {number for number, _ in throwers}:
            turns = [seat for at, seat in throwers if at == number]
            runs = [seat for i, seat in enumerate(turns) if i == 0 or turns[i - 1] != seat]
            assert len(runs) == len(set(runs))
            assert runs == [
                seat for seat in ((runs[0] + i) % players for i in range(players)) if seat in runs
            ]


@pytest.mark.parametrize(("name", "variants"), SETS)
@few
@matches
def test_folding_what_was_written_gives_an_equal_match_and_undo_reaches_every_point(
    name, variants, seed, more, stake
):
    rules = _rules(name, variants, stake)
    players = _players(rules, more)
    steps = walk(rules, players, seed, meddling=True)
    written = json.dumps([to_json(action) for action, _ in steps if action is not None])
    actions = [from_json(entry) for entry in json.loads(written)]
    again = RuleSet.from_axes(name, variants, json.loads(json.dumps(rules.axes())))
    history = History.fold(again, players, actions)
    assert [*history.matches] == [match for _, match in steps]
    assert hash(history.match) == hash(steps[-1][1])
    assert repr(history.match) == repr(steps[-1][1])
    point = random.Random(seed).randrange(len(steps))
    back = history
    for _ in range(len(actions) - point):
        back = back.do(Undo())
    assert back.match is history.matches[point]
    for _ in range(len(actions) - point):
        back = back.do(Redo())
    assert back == history
    undone = [Undo()] * (len(actions) - point)
    assert History.fold(again, players, [*actions, *undone]).match == history.matches[point]


@pytest.mark.parametrize(("name", "variants"), SETS)
@settings(max_examples=4, deadline=None)
@matches
def test_what_is_illegal_is_refused_at_every_step(name, variants, seed, more, stake):
    rules = _rules(name, variants, stake)
    chance = random.Random(seed)
    for _, match in walk(rules, _players(rules, more), seed, meddling=True):
        flaps = tuple(sorted(chance.sample(rules.flaps, min(len(rules.flaps), chance.randint(1, 3)))))
        seat = chance.randrange(len(match.players))
        if flaps not in match.legal_moves(seat):
            with pytest.raises(IllegalAction):
                match.close(flaps, seat)
        for count in range(6):
            if count not in match.dice_choices:
                with pytest.raises(IllegalAction):
                    match.roll(*(chance.randint(1, 6) for _ in range(count)))
        if match.phase != Phase.ROUND_OVER:
            with pytest.raises(IllegalAction):
                match.next_round()
        if not match.can_roll_again:
            with pytest.raises(IllegalAction):
                match.roll_again()
        if not match.in_match(seat):
            with pytest.raises(IllegalAction):
                apply(match, Retire(seat))


def test_different_positions_are_different_matches():
    first = Match.start(rule_set("tray"), 2)
    assert first == Match.start(rule_set("tray"), 2)
    assert first != Match.start(rule_set("tray"), 3)
    assert first != Match.start(rule_set("tray", flaps=12), 2)
    assert first != Match.start(rule_set("tray"), ["Ann", "Ben"])
    assert first != first.roll(6, 3)
    assert first.roll(6, 3) != first.roll(3, 6)
    assert first.roll(6, 3).close([9]) != first.roll(6, 3).close([1, 8])
    assert len({first, first.roll(6, 3), first.roll(6, 3)}) == 2
    assert first != "tray"
    assert first.correct(0, 5, "one reason") != first.correct(0, 5, "another")
    assert first.correct(0, 5, "x").correct(1, 1, "y") != first.correct(0, 6, "x").correct(1, 1, "y")


def test_it_prints_readably_and_cannot_be_changed():
    match = Match.start(rule_set("classic"), ["Ann", "Ben"]).roll(6, 3)
    assert repr(match) == (
        "<Match classic, round 1: close 6 3, for Ann; Ann playing 1 2 3 4 5 6 7 8 9, total 0; "
        "Ben waiting 1 2 3 4 5 6 7 8 9, total 0>"
    )
    for name in ("dice", "phase", "round", "anything"):
        with pytest.raises(AttributeError):
            setattr(match, name, 1)
