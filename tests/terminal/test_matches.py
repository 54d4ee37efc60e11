"""Whole matches of every rule set, played by somebody who only reads; the rules then go over every line."""

from __future__ import annotations

import re

import pytest

from stbpi.rules import Match, Phase, rule_set, rule_set_names
from tests.terminal.typing_person import Person, Play, Steps, listed_answers, without_colour

PLAYERS = ["Anna", "Ben", "Cleo"]
MATCHES = [(name, [], {}) for name in rule_set_names()] + [
    ("classic", ["one-die", "two-flaps", "hundred", "digits"], {}),
    ("pub", [], {"stake": 50}),
    ("tray", ["common"], {"flaps": 12}),
    ("tray", ["common", "express"], {}),
    ("numbers", [], {"doubles": "again_after_or_three", "flaps": 12}),
]


def options(name: str, variants: list[str], axes: dict[str, object]) -> list[str]:
    given = ["--rules", name, "--players", *PLAYERS, "--dice-seed", "11"]
    given += [word for variant in variants for word in ("--variant", variant)]
    return given + [word for axis, value in axes.items() for word in ("--axis", f"{axis}={value}")]


def replayed(match: Match, steps: Steps) -> Match:
    """The match that somebody's lines and the dice that were shown make, each question checked against the rules."""
    for question, line, said in steps:
        if match.phase is Phase.ROUND_OVER:
            match = match.stop() if line == "stop" else match.next_round()
            continue
        assert question.startswith(f"{match.players[match.waiting_for[0]]}, "), question
        if match.phase is Phase.ROLL:
            dice = tuple(map(int, re.findall(r"\[(\d+)\]", said.split("\n")[0])))
            assert len(dice) in match.dice_choices
            assert (1 in match.dice_choices and len(match.dice_choices) > 1) == ("or one" in question)
            match = match.roll(*dice)
        elif line == "?":
            listed = {
                name: sorted(tuple(map(int, answer.split())) for answer in answers)
                for name, answers in listed_answers(said).items()
            }
            assert listed == {
                match.players[seat]: list(match.legal_moves(seat)) for seat in match.waiting_for
            }
            assert ("again" in said.rpartition("\n")[0]) == match.can_roll_again
        elif line == "again":
            match = match.roll_again()
        else:
            first, *others = line.split()
            named = first in match.players
            player = match.players.index(first) if named else match.waiting_for[0]
            match = match.close(map(int, others if named else [first, *others]), player)
    return match


def standing_lines(match: Match) -> list[list[str]]:
    """The standing as the words of its lines."""
    rows = []
    for place in match.standings:
        score, total = match.round_scores[place.player], place.total
        shown = [score] if match.rules.match == "single" else [score, total]
        words = [f"{place.rank}.", match.players[place.player]]
        words += [] if match.in_match(place.player) else ["(out)"]
        words += ["–" if number is None else str(number) for number in shown]
        if match.rules.stake:
            words.append(f"{match.balances[place.player]:+d}" if match.balances[place.player] else "0")
        rows.append(words)
    return rows


@pytest.mark.parametrize("columns", [None, 40], ids=["pipe", "narrow-terminal"])
@pytest.mark.parametrize(
    ("name", "variants", "axes"), MATCHES, ids=["+".join([n, *v, *a]) for n, v, a in MATCHES]
)
def test_a_whole_match_is_played_by_reading(name, variants, axes, columns):
    person = Person(seed=5)
    with Play(*options(name, variants, axes), columns=columns) as program:
        last = without_colour(person.play(program))
        match = replayed(Match.start(rule_set(name, variants, **axes), PLAYERS), person.steps)
        assert match.phase is Phase.MATCH_OVER
        *_, told = [line for line in last.split("\n") if "win" in line and "!" in line]
        assert [player for player in PLAYERS if player in told] == [
            match.players[seat] for seat in match.winners
        ]
        written = [line.split() for line in last.split("\n")]
        if columns is None or not variants:
            assert standing_lines(match) == [
                words for words in written if words and re.fullmatch(r"\d\.", words[0])
            ]
        assert program.type("").strip() == ""
        assert program.status() == 0


def test_every_kind_of_question_has_been_met():
    kinds = {"or one": False, "or again": False, "stop": False, "Next round (Enter):": False, "answer": False}
    for name, variants, axes in [
        ("tray", ["common", "express"], {}),
        ("numbers", [], {}),
        ("pub", [], {}),
    ]:
        person = Person(seed=5)
        with Play(*options(name, variants, axes)) as program:
            person.play(program)
        for kind in kinds:
            kinds[kind] |= any(kind in question for question, _, _ in person.steps)
    assert all(kinds.values()), kinds


def test_dice_thrown_by_hand_are_typed():
    person = Person(seed=8)
    with Play("--rules", "tray", "--dice", "entered", "--players", "2") as program:
        person.play(program)
        match = replayed_by_hand(person.steps)
    assert match.phase is Phase.MATCH_OVER


def replayed_by_hand(steps: Steps) -> Match:
    """The match of the tray that lines with dice and flaps make."""
    match = Match.start(rule_set("tray"), 2)
    for question, line, _ in steps:
        if line == "?":
            continue
        if not line:
            match = match.next_round()
        elif "show" in question:
            match = match.roll(*map(int, line.split()))
        else:
            match = match.close(map(int, line.split()))
    return match
