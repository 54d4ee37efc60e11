"""``stbpi play --trainer``: after each turn, what its decisions cost."""

from __future__ import annotations

import builtins
from gettext import NullTranslations

import pytest

from stbpi import cli
from stbpi.cli.trainer import Trainer
from stbpi.house import Players
from stbpi.locale import catalogue
from stbpi.odds import LOWEST_SCORE, solve
from stbpi.odds.hints import hints
from stbpi.odds.judge import judged
from stbpi.rules import Match, rule_set
from stbpi.rules.actions import Close
from stbpi.terminal import Session
from tests.terminal.test_lines import PLAIN, Typed


def trained(messages=None, **more) -> Typed:
    typed = Typed(**more)
    setup = typed.session.setup
    typed.session = Session(
        setup,
        messages or NullTranslations(),
        house=Players(),
        trainer=Trainer(messages or NullTranslations()),
    )
    return typed


def test_nothing_is_said_before_a_turn_is_over():
    typed = trained()
    for line in ("6 3", "1 8", "6 6", "3 9", "1 1", "2"):
        assert "cost" not in typed(line)


def test_then_it_is_said_what_it_cost_and_what_would_have_been_better():
    typed = trained()
    said = typed("6 3", "1 8", "6 6", "3 9", "1 1", "2", "1 1").splitlines()
    answers = {
        one.close: one.worth for one in solve(rule_set("classic"), LOWEST_SCORE).answers(range(1, 10), (6, 3))
    }
    lost = f"{answers[1, 8] - answers[9,]:.4g}"
    assert said[1:4] == [
        "Blocked with 1 + 1: Anna scores 22.",
        f"Anna: that turn cost {lost} points.",
        f"thrown 6+3: 1 8, better 9; +{lost}",
    ]
    (decision,) = judged(Match.start(rule_set("classic"), 2).roll(6, 3), Close((1, 8)))
    assert said[4] == f"Chance to win lost by that: {100 * decision.win_lost:.4g}%."
    assert said[5] == ""
    assert said[6].startswith("Ben's turn.")


def test_a_turn_played_best_costs_nothing():
    typed = trained()
    assert "Anna: that turn cost nothing." in typed("6 3", "9", "6 3", "1 8", "5 3", "3 5", "2 1")


def test_a_turn_in_which_nothing_could_be_chosen_is_passed_over():
    typed = trained(name="thai", flaps=[1, 12])
    assert "that turn" not in typed("6 6", "12", "2 3")


def test_one_throw_is_a_turn_where_the_rules_have_that():
    typed = trained(name="tray")
    assert "Anna: that turn cost" in typed("6 3", "1 3 5")
    assert "Ben: that turn cost nothing." in typed("6 3", "9")


def test_what_is_taken_back_is_not_counted():
    typed = trained()
    typed("6 3", "1 8", "undo", "9")
    assert "that turn cost nothing." in typed("6 3", "1 8", "5 3", "3 5", "2 1")


def test_the_house_is_not_trained():
    # It chooses one die, twice, and is blocked.
    typed = trained(name="pub", flaps=[1, 2, 3], players=("House careful", "Anna"))
    assert "Blocked" in (said := typed("2", "2"))
    assert "that turn" not in said


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "ce tour n’a rien coûté"), ("de", "Dieser Zug hat nichts gekostet")]
)
def test_it_speaks_the_language_of_the_table(language, said):
    assert said in trained(catalogue(language))("6 3", "9", "6 3", "1 8", "5 3", "3 5", "2 1")


def test_without_numpy_it_says_what_to_install(monkeypatch, capsys):
    real = builtins.__import__

    def without(name, *more):
        if name.startswith("stbpi.odds"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert cli.main(["play", "--trainer"]) == 2
    assert "pip install 'stbpi[odds]'" in capsys.readouterr().err
    assert PLAIN.columns == 80


def test_what_is_taken_back_costs_nothing_and_what_stands_costs_what_it_did():
    typed = trained()
    plain = trained()("6 3", "1 2 6", "5 4", "9", "1 1").splitlines()
    said = typed("6 3", "1 2 6", "5 4", "4 5", "undo", "9", "1 1").splitlines()
    cost = [line for line in plain if "cost" in line]
    assert cost[0].startswith("Anna: that turn cost 14.47 points.")
    assert [line for line in said if "cost" in line] == cost


def test_a_turn_that_is_made_to_end_once_more_is_told_once_more():
    typed = trained()
    first = typed("6 3", "1 8", "6 6", "3 9", "1 1", "2", "1 1")
    (cost,) = (line for line in first.splitlines() if "that turn cost" in line)
    assert "cost" not in typed("undo")
    assert cost in typed("redo")
    assert "cost" not in typed("undo")
    assert cost in typed("1 2")


def test_two_costly_decisions_of_a_turn_are_added_up():
    typed = trained()
    said = typed("6 3", "1 8", "6 1", "3 4", "1 1", "2", "1 1").splitlines()
    match = Match.start(rule_set("classic"), 2).roll(6, 3)
    (first,) = judged(match, Close((1, 8)))
    (second,) = judged(match.close((1, 8)).roll(6, 1), Close((3, 4)))
    assert second.points_lost > 0
    lost = f"{first.points_lost + second.points_lost:.4g}"
    assert f"Anna: that turn cost {lost} points." in said


@pytest.mark.parametrize("lines", [("leave anna", "cleo 9"), ("cleo 9", "leave anna")])
def test_of_a_common_throw_that_goes_on_without_its_thrower_everybody_is_told(lines):
    typed = trained(name="tray", variants=("common",), players=("Anna", "Ben", "Cleo"))
    typed("6 3", "ben 3")
    told = [typed(line) for line in lines]
    assert "cost" not in told[0]
    (decision,) = judged(Match.start(typed.match.rules, 3).roll(6, 3), Close((3,), player=1))
    assert decision.points_lost > 0
    assert f"Ben: that turn cost {decision.points_lost:.4g} points." in told[1]
    assert "Cleo: that turn cost nothing." in told[1]


def test_whoever_leaves_takes_their_own_turn_along():
    typed = trained()
    said = typed("6 3", "1 8", "leave anna")
    assert "that turn cost" not in said


def test_of_a_turn_that_cost_only_chance_to_win_it_is_said_which_decision_and_what_was_better():
    typed = trained()
    typed("5 1", "6", "6 4", "1 2 3 4", "4 5", "9", "6 2", "8", "1 1")
    typed("6 2", "8")
    before = typed.match
    said = typed("4 4", "1 7", "4 3", "3 4", "2 6", "2 6", "6 6")
    (decision,) = judged(before.roll(4, 4), Close((1, 7)))
    assert (decision.points_lost, decision.best.close) == (0, (1, 7))
    best = max(hints(before.roll(4, 4)), key=lambda one: one.worth.win_probability)
    assert best.close == decision.best_to_win.close == (3, 5)
    chance = f"{100 * decision.win_lost:.4g}%"
    assert "cost 0 points" not in said
    assert f"Ben: that turn cost no points, but {chance} of the chance to win." in said
    assert f"thrown 4+4: 1 7, better to win 3 5; {chance}" in said
    assert "Chance to win lost by that" not in said
