"""A match judged afterwards: what was decided badly, and what was only bad luck."""

from __future__ import annotations

from random import Random

import pytest

from stbpi.odds import LOWEST_SCORE, solve
from stbpi.odds.duel import duel
from stbpi.odds.judge import Choice, judge, judged
from stbpi.rules import Match, Phase, rule_set, rule_set_names, variants_of
from stbpi.rules.actions import Action, Close, NextRound, Retire, Roll, RollAgain, Stop, apply

CLASSIC = rule_set("classic")
SETS = [
    (name, variants)
    for name in rule_set_names()
    if name != "three-hundred"
    for variants in ((), *((one,) for one in variants_of(name)))
]


def random_actions(rules, players: int, chance: Random, best: bool = False) -> list[Action]:
    """Two rounds of anything legal, or of what is best for points."""
    match, actions = Match.start(rules, players), []
    solution = solve(rules, LOWEST_SCORE)

    def do(action: Action) -> None:
        nonlocal match
        match = apply(match, action)
        actions.append(action)

    while match.phase is not Phase.MATCH_OVER and len(actions) < 400:
        if match.phase is Phase.ROUND_OVER:
            if match.round == 2:
                break
            do(NextRound())
        elif match.phase is Phase.ROLL:
            count = chance.choice(match.dice_choices)
            if best:
                count = solution.dice(match.open_flaps(match.player), match.passes(match.player))
            do(Roll(tuple(chance.randint(1, rules.die_sides) for _ in range(count))))
        else:
            seat = match.waiting_for[-1]
            if best:
                answer = solution.answers(match.open_flaps(seat), match.dice, match.passes(seat))[0]
                do(RollAgain() if answer.again else Close(answer.close, seat))
            elif match.can_roll_again and chance.random() < 0.5:
                do(RollAgain())
            else:
                do(Close(chance.choice(match.legal_moves(seat)), seat))
    return actions


@pytest.mark.parametrize(("name", "variants"), SETS, ids=["+".join((name, *more)) for name, more in SETS])
def test_what_was_expected_with_luck_and_loss_is_what_was_scored(name, variants) -> None:
    rules = rule_set(name, variants)
    players = max(2, rules.min_players)
    actions = random_actions(rules, players, Random(3))
    judgement = judge(rules, [f"P{seat}" for seat in range(players)], actions)
    match, noted = Match.start(rules, players), [0] * players
    for action in actions:
        match = apply(match, action)
        if any(piece.what == "round_ended" for piece in match.news):
            noted = [
                sum(more) for more in zip(noted, (score or 0 for score in match.round_scores), strict=True)
            ]
    if match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        assert [account.scored for account in judgement.accounts] == noted
    assert all(account.turns for account in judgement.accounts if account.scored)
    for account in judgement.accounts:
        assert account.expected + account.luck + account.points_lost == pytest.approx(
            account.scored, rel=1e-9, abs=1e-6
        )
        assert account.points_lost >= -1e-6
    assert all(decision.points_lost >= 0 for decision in judgement.decisions)


@pytest.mark.parametrize("name", ["classic", "pub", "tray", "numbers"])
def test_who_plays_best_loses_nothing_by_deciding(name) -> None:
    rules = rule_set(name)
    players = max(2, rules.min_players)
    judgement = judge(rules, ["Ann", "Ben"], random_actions(rules, players, Random(4), best=True))
    for account in judgement.accounts:
        assert account.best == account.decisions > 0
        assert account.points_lost == pytest.approx(0, abs=1e-9)


def test_a_bad_answer_is_named_with_the_best_one_and_its_price() -> None:
    judgement = judge(CLASSIC, ["Ann"], [Roll((6, 3)), Close((1, 2, 6)), Roll((1, 1))])
    (decision,) = judgement.decisions
    assert (decision.roll, decision.made, decision.best) == ((6, 3), Choice((1, 2, 6)), Choice((9,)))
    worth = {one.close: one.worth for one in solve(CLASSIC, LOWEST_SCORE).answers(range(1, 10), (6, 3))}
    assert decision.points_lost == pytest.approx(worth[1, 2, 6] - worth[9,])
    (account,) = judgement.accounts
    # Then a 2 that nothing answers: bad luck, not bad play.
    assert account.luck == pytest.approx(36 - worth[1, 2, 6] + worth[9,] - account.expected)
    assert account.scored == 36
    assert judgement.wins_known == (False,)


def test_chances_to_win_are_lost_by_decisions_and_given_by_dice() -> None:
    rules = rule_set("classic", flaps=4)
    actions = [Roll((1, 3)), Close((4,)), Roll((6, 6)), Roll((2, 2)), Close((1, 3)), Roll((5, 6))]
    judgement = judge(rules, ["Ann", "Ben"], actions)
    assert judgement.wins_known == (True, True)
    ben = judgement.accounts[1]
    # To beat a 6: closing 4 wins or ties with (15 + 21 / 2) / 36, closing 1 3 with (9 + 27 / 2) / 36.
    assert ben.win_lost == pytest.approx((15 + 21 / 2) / 36 - (9 + 27 / 2) / 36)
    # Ben began with the chance of a second player against a 6 and came to a tie: luck and loss are between.
    began = (duel(rules).second[6].value() + 1) / 2
    assert began + ben.win_luck - ben.win_lost == pytest.approx(1 / 2)


def test_one_die_instead_of_two_is_judged() -> None:
    rules = rule_set("pub", flaps=6)
    judgement = judge(rules, ["Ann"], [Roll((1,)), Close((1,)), Stop()][:2])
    decision = judgement.decisions[0]
    assert decision.made == Choice(dice=1)
    solution = solve(rules, LOWEST_SCORE)
    lost = solution.throwing(range(1, 7), 1) - solution.value()
    assert decision.points_lost == pytest.approx(max(lost, 0))


def test_who_leaves_has_noted_what_is_open() -> None:
    judgement = judge(rule_set("tray"), ["Ann", "Ben"], [Roll((6, 4)), Close((10,)), Retire(0)])
    ann = judgement.accounts[0]
    assert ann.scored == 45
    assert ann.expected + ann.luck + ann.points_lost == pytest.approx(45)


def test_who_is_left_alone_in_the_middle_of_a_turn_has_noted_nothing() -> None:
    rules = rule_set("knock-out")
    actions = [Roll((6, 3)), Close((9,)), Roll((6, 6)), Close((4, 8)), Retire(1)]
    match = Match.start(rules, 2)
    for action in actions:
        match = apply(match, action)
    assert match.round_scores == (None, None)
    assert [account.turns for account in judge(rules, ["Anna", "Ben"], actions).accounts] == [0, 0]


def test_who_leaves_before_any_throw_has_noted_the_whole_row() -> None:
    for account in judge(rule_set("tray"), ["Anna", "Ben"], [Retire(1), Retire(0)]).accounts:
        assert (account.turns, account.scored, account.points_lost) == (1, 55, 0)
        assert account.expected + account.luck == pytest.approx(55)


def test_leaving_after_a_round_counts_it_once() -> None:
    rules = rule_set("tray", flaps=[3, 4], match="open")
    actions = [Roll((3, 4)), Close((3, 4))]
    whole = judge(rules, ["Anna", "Ben"], actions).accounts
    assert judge(rules, ["Anna", "Ben"], [*actions, Retire(0), Retire(1)]).accounts == whole


def test_what_a_shut_makes_of_the_scores_is_luck() -> None:
    rules = rule_set("doubles-up", flaps=[1, 2, 3])
    actions = [Roll((6, 6)), Roll((1, 2)), Close((3,)), Roll((2, 1)), Close((1, 2))]
    judgement = judge(rules, ["Anna", "Ben"], actions)
    anna, ben = judgement.accounts
    assert (anna.scored, ben.scored) == (12, 0)
    for account in (anna, ben):
        assert account.expected + account.luck + account.points_lost == pytest.approx(account.scored)
    assert judgement.course[0][-1] == (anna.luck, anna.points_lost)


def test_who_had_not_thrown_when_it_was_shut_had_expected_better() -> None:
    rules = rule_set("tray", flaps=[3, 4])
    match = apply(apply(Match.start(rules, 2), Roll((3, 4))), Close((3, 4)))
    judgement = judge(rules, ["Anna", "Ben"], [Roll((3, 4)), Close((3, 4))])
    ben = judgement.accounts[1]
    assert ben.scored == match.round_scores[1] == 7
    assert ben.expected == pytest.approx(solve(rules, LOWEST_SCORE).value())
    assert ben.expected + ben.luck == pytest.approx(7)


def test_a_turn_that_has_not_ended_is_in_no_account() -> None:
    ended = [Roll((6, 3)), Close((9,)), Roll((1, 1)), Close((2,)), Roll((1, 1))]
    whole = [*ended, Roll((1, 2)), Close((3,))]
    running = judge(CLASSIC, ["Anna", "Ben"], whole)
    anna, ben = running.accounts
    assert anna == judge(CLASSIC, ["Anna", "Ben"], ended).accounts[0]
    assert anna.expected + anna.luck + anna.points_lost == pytest.approx(anna.scored)
    assert (ben.turns, ben.expected, ben.luck, ben.points_lost, ben.decisions) == (0, 0, 0, 0, 0)
    assert running.decisions[-1].player == 1


def test_the_course_ends_with_the_account() -> None:
    rules = rule_set("numbers")
    judgement = judge(rules, ["Ann", "Ben"], random_actions(rules, 2, Random(6)))
    for account, course in zip(judgement.accounts, judgement.course, strict=True):
        assert course[-1] == (account.luck, account.points_lost)
        lost = [points for _, points in course]
        assert lost == sorted(lost)


@pytest.mark.parametrize("name", ["pub", "numbers", "tray"])
def test_one_action_is_judged_as_it_is_in_the_whole_match(name) -> None:
    rules = rule_set(name)
    actions = random_actions(rules, 2, Random(7))
    match, found = Match.start(rules, ["Ann", "Ben"]), []
    for action in actions:
        found += judged(match, action)
        match = apply(match, action)
    whole = judge(rules, ["Ann", "Ben"], actions).decisions
    assert [(one.made, one.best, one.roll) for one in found] == [
        (one.made, one.best, one.roll) for one in whole
    ]
    assert [one.points_lost for one in found] == pytest.approx([one.points_lost for one in whole])
