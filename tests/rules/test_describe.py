"""Rule sets in plain sentences."""

from __future__ import annotations

import pytest

from stbpi.rules import rule_set, rule_set_names, variants_of
from stbpi.rules.describe import describe, sentences


def test_classic_explains_itself():
    assert describe(rule_set("classic")) == (
        "Players: 1 to 8. All play on one row, flaps 1-9, raised again for each player. A turn is thrown on until a "
        "throw cannot be made. Dice: 2. Close any open flaps that add up to the throw. Shutting the box ends the "
        "round at once. What is left open is added up, and low scores win. The match is one round."
    )


@pytest.mark.parametrize(
    ("name", "variants", "axes", "words"),
    [
        ("tray", ["common"], {}, "One die may be thrown when every player still in has six or fewer flaps open."),
        ("tray", [], {"flaps": [1, 2, 4]}, "a row of their own, flaps 1, 2, 4."),
        ("tray", ["express"], {}, "read as one number from left to right"),
        ("numbers", [], {}, "so many passes in a row put a player out: 2."),
        ("numbers", [], {"doubles": "again_after_or_three"}, "close as usual and throw again"),
        ("pub", [], {}, "Players: 1 or more."),
        ("pub", [], {"stake": 50}, "Each player pays 50 into the pool"),
        ("pub", [], {"stake": 50}, "earns the stake of every other player 2 times over"),
        ("pub", [], {}, "Without a stake it is played for fun. With one, each player pays it into the pool as a round "
         "begins, and the lowest score takes the pool. A shut box earns the stake of every other player 2 times"),
        ("classic", [], {"stake": 5, "match": "open"}, "pays 5 into the pool"),
        ("knock-out", [], {}, "If the last ones go in the same round, the lowest of their totals wins."),
        ("three-down", [], {}, "Closed from the start: 1-3."),
        ("two-to-go", [], {}, "must close flap 2, or the turn ends."),
        ("unlucky-seven", [], {}, "A thrown 7 ends the turn."),
        ("lucky-seven", [], {}, "passed, as often as it takes"),
        ("knock-out", [], {}, "Whose total reaches 45 leaves the match"),
        ("doubles-up", [], {}, "multiplies the round's scores of all others by 2"),
        ("classic", ["hundred"], {}, "reaches 100; the lowest total wins"),
        ("classic", [], {"one_die": "sum_at_most_6", "one_die_forced": True}, "One die is thrown, and no more, when"),
        ("classic", [], {"die_sides": 12}, "Dice: 2, with 12 sides."),
        ("classic", [], {"scoring": "count"}, "are counted"),
        ("thai", [], {}, "Close exactly one flap"),
        ("classic", [], {"match": "open", "starter": "same"}, "The same seat begins every round."),
        ("classic", [], {"min_players": 2, "max_players": 2}, "Players: 2."),
    ],
)  # fmt: skip
def test_each_axis_has_its_sentence(name, variants, axes, words):
    assert words in describe(rule_set(name, variants, **axes))


def test_no_two_sets_explain_themselves_alike():
    told = [
        describe(rule_set(name, [v] if v else []))
        for name in rule_set_names()
        for v in ("", *variants_of(name))
    ]
    # Eliminating apart, sets differ by axes only, and every axis is told.
    assert len(set(told)) == len(told)


def test_every_sentence_goes_through_the_translation_whole_and_with_its_places():
    seen: list[str] = []

    def translate(message: str) -> str:
        seen.append(message)
        return message.upper() if "{" not in message else f"<{message}>"

    told = list(sentences(rule_set("tray", ["common"]), translate))
    assert "CLOSE THE NUMBER OF ONE DIE, THOSE OF SEVERAL, OR THEIR SUM AS ONE FLAP." in told
    assert "<Each player has a row of their own, flaps 1-10.>" in told
    assert "Each player has a row of their own, flaps {flaps}." in seen


def test_money_is_not_spoken_of_where_there_is_none():
    for name in rule_set_names():
        assert ("stake" in describe(rule_set(name))) == (name == "pub")
    assert "for fun" not in describe(rule_set("pub", stake=50))
