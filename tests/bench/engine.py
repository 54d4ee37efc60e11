"""The rules alone: random matches and turns a second, what a legal move costs, and how that grows with the row."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from stbpi.rules import Match, Phase, RuleSet, rule_set, rule_set_names
from stbpi.rules.answers import Mechanics
from tests.bench import plain
from tests.bench.costs import SEED, costs
from tests.bench.figures import Figure
from tests.bench.size import Size

TURN = "us/turn"

# Python 3.11 looks a member of an enum up through its metaclass, which would cost more than the throw it is for.
ROLL, CLOSE, ROUND_OVER, MATCH_OVER = Phase.ROLL, Phase.CLOSE, Phase.ROUND_OVER, Phase.MATCH_OVER

VARIED = {"tray": (("common",), ("express",)), "classic": (("one-die",), ("hundred",))}
"""Variants that play so differently that they are measured beside their set."""


def engine(size: Size) -> list[Figure]:
    """All figures of the engine, in processor time: other programs on the machine hardly move them."""
    return [*_turns(size), *_moves(size), *_matches(size)]


def _matches(size: Size) -> Iterator[Figure]:
    for name in rule_set_names():
        for variants in ((), *VARIED.get(name, ())):
            rules = rule_set(name, variants)
            players = max(2, rules.min_players)
            cost = costs({"match": partial(random_match, rules, players)}, size)["match"]
            yield Figure(
                "matches_" + "_".join((name, *variants)).replace("-", "_"),
                f"random matches, {' '.join((name, *variants))}, {players} players",
                1 / cost,
                "1/s",
            )


def random_match(rules: RuleSet, players: int, chance: Random) -> Match:
    """Play any legal action until the match is over; an ``open`` one is stopped after its first round."""
    match = Match.start(rules, players)
    draw = chance.random
    while (phase := match.phase) is not MATCH_OVER:
        if phase is ROLL:
            choices = match.dice_choices
            count = choices[int(draw() * len(choices))]
            match = match.roll(*[int(draw() * rules.die_sides) + 1 for _ in range(count)])
        elif phase is ROUND_OVER:
            ends = rules.match == "open" and not rules.eliminate_at
            match = match.stop() if ends else match.next_round()
        elif match.can_roll_again and draw() < 0.5:
            match = match.roll_again()
        else:
            seat = match.waiting_for[0]
            moves = match.legal_moves(seat)
            match = match.close(moves[int(draw() * len(moves))], seat)
    return match


def turn_through_match(rules: RuleSet, chance: Random) -> int:
    """The turn the plain programs play, as a match of one player: beginning and ending it are part of it."""
    match = Match.start(rules, 1)
    draw = chance.random
    while match.phase is ROLL:
        match = match.roll(int(draw() * 6) + 1, int(draw() * 6) + 1)
        if match.phase is CLOSE:
            moves = match.legal_moves()
            match = match.close(moves[int(draw() * len(moves))])
    return match.totals[0]


def eight_turns(rules: RuleSet, chance: Random) -> None:
    """A round of eight players that a shut does not end: eight turns, one match around them."""
    match = Match.start(rules, 8)
    draw = chance.random
    while match.phase is ROLL:
        match = match.roll(int(draw() * 6) + 1, int(draw() * 6) + 1)
        if match.phase is CLOSE:
            moves = match.legal_moves()
            match = match.close(moves[int(draw() * len(moves))])


def _turns(size: Size) -> list[Figure]:
    classic = rule_set("classic")
    played_out = rule_set("classic", shut_ends_round=False)
    taken = costs(
        {
            "match": partial(turn_through_match, classic),
            "eight": partial(eight_turns, played_out),
            "combinations": plain.turn_by_combinations,
            "recursion": plain.turn_by_recursion,
            "remembering": plain.remembering_turn(),
        },
        size,
    )
    micros = {name: cost * 1e6 for name, cost in taken.items()}
    micros["eight"] /= 8
    through = micros["eight"]
    return [
        Figure(
            "turn",
            "a classic turn through Match, one of a round's eight",
            through,
            TURN,
            at_most=micros["combinations"],
            plain=micros["combinations"],
            beside="plain: a set of flaps, every combination tried",
        ),
        Figure(
            "turn_recursion",
            "  the same beside a recursive search",
            through,
            TURN,
            at_most=micros["recursion"],
            plain=micros["recursion"],
            beside="plain: a set of flaps, a recursion that gives up early",
        ),
        Figure(
            "turn_remembering",
            "  the same beside the fastest plain way",
            through,
            TURN,
            plain=micros["remembering"],
            beside="plain: the recursion with a memo, all in it already",
        ),
        Figure(
            "turn_alone",
            "a classic turn that is a whole match, begun and won",
            micros["match"],
            TURN,
            plain=micros["recursion"],
            beside="plain: the recursion, which has no match around",
        ),
    ]


def _moves(size: Size) -> Iterator[Figure]:
    classic = Match.start(rule_set("classic"), 1).roll(6, 3)
    rows = {9: (rule_set("classic"), 2), 12: (rule_set("full-house"), 2), 24: (rule_set("three-hundred"), 4)}
    again = _per_call(classic.legal_moves, size)
    yield Figure(
        "legal_moves", "legal_moves() of a match waiting for an answer", again, "ns/call", at_most=2000
    )
    yield Figure("legal_moves_rate", "  the same as a rate", 1e9 / again, "1/s")
    for flaps, (rules, dice) in rows.items():
        yield Figure(
            f"legal_moves_{flaps}",
            f"  of a row of {flaps}, 6 pips on every die",
            _per_call(Match.start(rules, 1).roll(*(6,) * dice).legal_moves, size),
            "ns/call",
        )
    for flaps, (rules, dice) in rows.items():
        yield Figure(
            f"fresh_position_{flaps}",
            f"finding them, {flaps} flaps, position and total never seen before",
            _fresh(rules, dice, size),
            "ns/call",
            # The aim is for classic's row; growth is told beside it.
            at_most=2000 if flaps == 9 else None,
        )


def _fresh(rules: RuleSet, dice: int, size: Size) -> float:
    """Nanoseconds a position costs the first time a total is thrown there; only the sets per total are listed."""
    chance = Random(SEED)
    flaps = len(rules.flaps)
    totals = range(dice, dice * rules.die_sides + 1)
    samples = []
    for _ in range(size.rounds):
        mechanics = Mechanics(rules)
        for total in totals:
            mechanics.sets_for((total,))
        count = min(size.positions, (1 << flaps) - 1)
        masks = chance.sample(range(1, 1 << flaps), count)
        asked = [(mask, _throw_of(chance.choice(totals), dice)) for mask in masks]
        answers = mechanics.answers
        began = time.process_time_ns()
        for mask, throw in asked:
            answers(mask, throw)
        samples.append((time.process_time_ns() - began) / count)
    return statistics.median(samples)


def _throw_of(total: int, dice: int) -> tuple[int, ...]:
    """Some throw that adds up to the total."""
    each, more = divmod(total, dice)
    return tuple(each + (number < more) for number in range(dice))


def _per_call(call: Callable[[], object], size: Size) -> float:
    """Nanoseconds a call takes, the loop around it taken off."""

    def calls(_chance: Random) -> None:
        for _ in range(100):
            call()

    def nothing(_chance: Random) -> None:
        for _ in range(100):
            pass

    taken = costs({"calls": calls, "nothing": nothing}, size)
    return max(0.0, taken["calls"] - taken["nothing"]) / 100 * 1e9
