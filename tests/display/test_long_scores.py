"""Scores read as digits grow long. On the glass they stand whole, or with both ends and how long they are."""

from __future__ import annotations

import pytest
from PIL import Image

from stbpi.display.compose import compose
from stbpi.display.draw import draw
from stbpi.display.plain import figure
from stbpi.display.screen import Screen
from stbpi.locale import LANGUAGES, catalogue
from stbpi.rules import Match, rule_set
from stbpi.table.prompts import Offer, Prompt, PromptCode
from tests.display.glass_reading import stands_on
from tests.display.matches import view

BLOCKED = (12, 12, 12, 12)
"""A throw of 48, which nobody closes with a single flap below."""


def played(*throws: tuple[int, ...], players: int = 2, flaps: int = 12, **axes: object) -> Match:
    """A match of ``flaps`` flaps of two digits up to 24; each player closes a flap for each throw, and is blocked."""
    rules = rule_set(
        "three-hundred",
        flaps=range(25 - flaps, 25),
        die_sides=12,
        max_flaps=1,
        scoring="digits",
        **axes,
    )
    match = Match.start(rules, players)
    for seat in range(players):
        for dice in throws[seat : seat + 1]:
            match = match.roll(*dice).close([sum(dice)])
        match = match.roll(*BLOCKED)
    return match


def over(match: Match, language: str = "en", size: tuple[int, int] = (128, 64)) -> Image.Image:
    """What the glass shows at the end of a match."""
    prompt = Prompt(code=PromptCode.MATCH_OVER, winners=match.winners, press=Offer.NEW_MATCH)
    return draw(compose(view(prompt, match), catalogue(language)), size)


@pytest.mark.parametrize("size", [(128, 64), (64, 128)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_of_20_to_24_digits_stand_whole_when_the_match_is_over(language, size):
    match = played((4, 4, 4, 4), (), players=1)
    assert len(str(match.totals[0])) == 22
    several = played((3, 3, 3, 4), (6, 6, 6, 6))
    assert [len(str(total)) for total in several.totals] == [22, 22]
    for one in (match, several, played(), played(flaps=10)):
        glass = over(one, language, size)
        for total in one.totals:
            for line in lines_of(str(total), size[0]):
                assert stands_on(glass, line), line
                assert not stands_on(glass, f"{line[:-1]}{(int(line[-1]) + 1) % 10}")


def lines_of(digits: str, width: int) -> list[str]:
    """A number as it stands: on one line, and on upright glass, which holds eleven digits, on two or three."""
    if width == 128:
        return [digits]
    across = -(-len(digits) // (-(-len(digits) // 11)))
    return [digits[at : at + across] for at in range(0, len(digits), across)]


def test_two_players_of_four_who_differ_in_a_digit_have_their_places_and_how_long_the_numbers_are():
    match = played((3, 3, 3, 4), (4, 4, 4, 4), (5, 5, 5, 5), players=4)
    glass = over(match)
    assert len({str(total) for total in match.totals}) == 4
    for total in match.totals:
        assert stands_on(glass, f"({len(str(total))})")
    for row in match.standings:
        assert stands_on(glass, f"{row.rank}.")


def test_a_score_of_22_digits_stands_whole_beside_the_throw_that_was_blocked():
    match = played((3, 3, 3, 4), players=1)
    (score,) = match.totals
    prompt = Prompt(code=PromptCode.BLOCKED, player=0, dice=BLOCKED, score=score, press=Offer.NEXT)
    assert stands_on(draw(compose(view(prompt, match), catalogue("en"))), str(score))


def test_a_record_too_long_for_the_glass_says_how_long_it_is():
    for digits in ("123456789" * 6, "98" * 30):
        glass = draw(Screen(title="House record", facts=(figure(int(digits)), "Anna", "Classic")))
        assert stands_on(glass, f"({len(digits)})")
        assert stands_on(glass, "Anna")
    assert stands_on(draw(Screen(title="House record", facts=("1" * 24, "Anna"))), "1" * 24)
    longer = draw(Screen(title="House record", facts=("1" * 20 + "2" * 20, "Anna")))
    assert stands_on(longer, "1" * 20)
    assert stands_on(longer, "2" * 20)


def test_no_two_numbers_with_different_lengths_look_alike():
    seen: dict[bytes, int] = {}
    for flaps in range(4, 15):
        match = played(players=3, flaps=flaps)
        other = seen.setdefault(over(match).tobytes(), flaps)
        assert other == flaps
