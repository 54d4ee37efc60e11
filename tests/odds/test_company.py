"""Any number of players on a shared row, beside two of them, and beside fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from stbpi.odds import OddsError
from stbpi.odds.company import Company, Found, company
from stbpi.odds.duel import duel
from stbpi.odds.exact import exact_value
from stbpi.odds.together import plays_to_win
from stbpi.rules import rule_set

FOUR = rule_set("classic", flaps=4)


@pytest.mark.parametrize("multiplier", [1, 2])
@pytest.mark.parametrize(
    "rules", [FOUR, rule_set("classic", ["hundred"], flaps=5), rule_set("pub", flaps=6)], ids=str
)
def test_two_are_what_two_were(rules, multiplier) -> None:
    two, known = Company(rules, 2, multiplier), duel(rules, multiplier)
    assert two.solution(two.first).value() == pytest.approx(known.value, abs=1e-14)
    for score, solution in known.second.items():
        assert two.solution(Found(0, score, 1)).value() == pytest.approx(solution.value(), abs=1e-14)
    if multiplier == 1:
        chances = known.chances
        shares = (chances.first_wins + chances.tie / 2, chances.second_wins + chances.tie / 2)
        assert two.shares() == pytest.approx(shares, abs=1e-14)


class Fractions:
    """The same round in fractions: what each wins by scoring something, given how those to come play."""

    def __init__(self, together: Company, multiplier: int) -> None:
        self.together, self.row, self.multiplier = together, together.row, multiplier
        self.known: dict[Found, dict[int, Fraction]] = {}

    def spread(self, found: Found) -> dict[int, Fraction]:
        """How the scores are spread of who plays there, throw by throw."""
        if found not in self.known:
            self.known[found] = self.find(found)
        return self.known[found]

    def find(self, found: Found) -> dict[int, Fraction]:
        solution, out = self.together.solution(found), {}

        def go(mask: int, chance: Fraction) -> None:
            for dice in product(range(1, 7), repeat=2):
                answers = solution.answers(self.row.flaps_of(mask), dice) if mask else ()
                if answers and mask != (rest := mask & ~self.row.mask_of(answers[0].close)) and rest:
                    go(rest, chance / 36)
                else:
                    score = 0 if answers else self.row.score(mask)
                    out[score] = out.get(score, Fraction(0)) + chance / 36

        go(self.row.full, Fraction(1))
        return out

    def worth(self, found: Found, score: int) -> Fraction:
        """What somebody wins who scores that: everything that the others may do after it, each with its chance."""
        return self.after(found.coming, ((found.lowest,) * found.tied), score)

    def after(self, coming: int, before: tuple[int, ...], mine: int) -> Fraction:
        scores = (*before, mine)
        lowest = min(scores)
        if coming == 0 or lowest == 0:
            return self.paid(scores, mine)
        found = Found(coming - 1, lowest, scores.count(lowest))
        return sum(
            (
                chance * self.after(coming - 1, (*before, score), mine)
                for score, chance in self.spread(found).items()
            ),
            Fraction(0),
        )

    def paid(self, scores: tuple[int, ...], mine: int) -> Fraction:
        players, lowest = self.together.players, min(scores)
        shares = scores.count(lowest)
        more = self.multiplier - 1 if lowest == 0 else 0
        if mine != lowest:
            return Fraction(-1 - more)
        return Fraction(players + more * (players - shares), shares) - 1


@pytest.mark.parametrize("multiplier", [1, 2])
def test_three_are_solved_as_in_fractions(multiplier) -> None:
    rules = rule_set("classic", flaps=3)
    together = Company(rules, 3, multiplier)
    exact = Fractions(together, multiplier)
    for found in together.all_found():
        value = exact_value(rules, lambda score, found=found: exact.worth(found, score))
        assert together.solution(found).value() == pytest.approx(float(value), abs=1e-13)


def test_shares_add_up_and_who_comes_later_knows_more() -> None:
    shares = company(rule_set("classic", ["hundred"], flaps=6), 3).shares()
    assert sum(shares) == pytest.approx(1)
    assert shares[2] > shares[1] > shares[0]


def test_who_would_have_to_solve_too_much_is_told() -> None:
    with pytest.raises(
        OddsError, match="4 players with 512 different scores are too many: 3072 ways to find a round"
    ):
        company(rule_set("classic", ["digits"]), 4)
    with pytest.raises(OddsError, match="each on a row that goes on"):
        company(rule_set("tray"), 2)
    assert plays_to_win(rule_set("classic", ["digits"]), 4) is None


def test_who_plays_for_the_lowest_total_does_not_play_to_win_a_round() -> None:
    assert plays_to_win(rule_set("classic"), 2) is not None
    assert plays_to_win(rule_set("classic", ["hundred"]), 2) is None
    assert plays_to_win(rule_set("knock-out"), 2) is None
    assert plays_to_win(rule_set("classic"), 1) is None
