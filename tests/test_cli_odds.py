"""What ``stbpi odds`` says of a position and of a throw."""

from __future__ import annotations

import builtins
import json

import pytest

from stbpi import cli
from stbpi.locale import LANGUAGES


@pytest.fixture
def odds(capsysbinary):
    """Runs ``stbpi odds``; gives (status, stdout, stderr), no-break spaces as spaces."""

    def run(*words, language="en"):
        status = cli.main(["odds", *words, "--language", language])
        written = capsysbinary.readouterr()
        return status, *(
            text.decode().replace("\N{NO-BREAK SPACE}", " ") for text in (written.out, written.err)
        )

    return run


@pytest.fixture
def told(odds):
    """What ``--json`` holds."""

    def run(*words):
        status, out, err = odds(*words, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


def test_the_start_of_classic_is_worth_what_is_published(told):
    start = told("--rules", "classic")
    assert start["expected_score"] == pytest.approx(27323400707 / 2448880128)
    assert start["shut_probability"] == pytest.approx(466473281 / 6530347008)
    assert start["open"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert start["best"] == []
    (two,) = start["dice"]
    assert (two["dice"], two["expected_score"]) == (2, pytest.approx(start["expected_score"]))
    assert sum(roll["probability"] for roll in start["rolls"]) == pytest.approx(1)
    assert {tuple(roll["best"][0]["close"]) for roll in start["rolls"] if sum(roll["roll"]) == 7} == {(7,)}


def test_every_answer_is_listed_best_first(told):
    thrown = told("--rules", "classic", "--roll", "6+3")
    closes = [way["close"] for way in thrown["best"]]
    assert sorted(closes) == [[1, 2, 6], [1, 3, 5], [1, 8], [2, 3, 4], [2, 7], [3, 6], [4, 5], [9]]
    assert closes[0] == [9]
    points = [way["expected_score"] for way in thrown["best"]]
    assert points == sorted(points)
    assert thrown["expected_score"] == points[0]
    assert thrown["shut_probability"] == max(way["shut_probability"] for way in thrown["best"])


def test_a_last_throw_is_certain(told):
    thrown = told("--rules", "classic", "--open", "1,2,5", "--roll", "3+5")
    assert thrown["best"] == [{"close": [1, 2, 5], "expected_score": 0.0, "shut_probability": 1.0}]


def test_a_blocked_throw_leaves_what_is_open(told):
    thrown = told("--rules", "classic", "--open", "1,5,9", "--roll", "2+2")
    assert (thrown["expected_score"], thrown["shut_probability"], thrown["best"]) == (15.0, 0.0, [])


def test_a_choice_of_dice_is_weighed(told):
    pub = told("--rules", "pub", "--open", "1,2,5")
    one, two = pub["dice"]
    assert (one["dice"], two["dice"]) == (1, 2)
    assert pub["expected_score"] == pytest.approx(min(one["expected_score"], two["expected_score"]))
    assert pub["shut_probability"] == pytest.approx(max(one["shut_probability"], two["shut_probability"]))


def test_throwing_a_double_again_is_an_answer(told):
    best = told("--rules", "numbers", "--open", "1,3,9", "--roll", "2+2")["best"]
    assert [(way["close"], way.get("roll_again", False)) for way in best] == [([1, 3], False), ([], True)]


def test_a_pass_before_makes_the_next_one_the_last(told, odds):
    fresh, passed = (told("--rules", "numbers", "--open", "1,9", "--passes", passes) for passes in "01")
    assert (fresh["passes"], passed["passes"]) == (0, 1)
    assert passed["expected_score"] > fresh["expected_score"]
    assert (
        told("--rules", "numbers", "--open", "1,9", "--roll", "2+1", "--passes", "1")["expected_score"] == 10
    )
    assert told("--rules", "numbers", "--open", "1,9", "--roll", "2+1")["expected_score"] < 10
    # Closing something sets the count back.
    assert (
        told("--rules", "numbers", "--open", "1,2,9", "--roll", "6+3", "--passes", "1")["best"]
        == (told("--rules", "numbers", "--open", "1,2,9", "--roll", "6+3")["best"])
    )
    sentence = "passes in a row cannot be: with these rules a player still in has 1 at most."
    assert odds("--rules", "numbers", "--passes", "2") == (2, "", f"stbpi: 2 {sentence}\n")


def test_variants_flaps_and_axes_change_what_is_solved(told):
    six = told("--rules", "classic", "--flaps", "6", "--axis", "dice=1")
    assert six["shut_probability"] == pytest.approx(145 / 1944)
    two = told("--rules", "classic", "--variant", "two-flaps", "--roll", "6+3")
    assert all(len(way["close"]) <= 2 for way in two["best"])


SAID = {
    "en": [
        "Open: 1 2 5",
        "Thrown: 3+5",
        "Played for points: 0 on average.",
        "a chance of 100%.",
        "chance to shut",
    ],
    "fr": [
        "Ouverts : 1 2 5",
        "Joué pour les points : 0 en moyenne.",
        "100 % de chances",
        "chances de fermer",
    ],
    "de": ["Offen: 1 2 5", "Auf Punkte gespielt: im Schnitt 0.", "Chance 100 %", "Chance zu schließen"],
    "it": [
        "Aperte: 1 2 5",
        "Giocando per i punti: 0 in media.",
        "probabilità 100%",
        "probabilità di chiudere",
    ],
    "es": ["Abiertas: 1 2 5", "Jugando por los puntos: 0 de media.", "del 100 %", "probabilidad de cerrar"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_every_language(odds, language):
    status, out, _ = odds("--rules", "classic", "--open", "1,2,5", "--roll", "3+5", language=language)
    assert status == 0
    for part in SAID[language]:
        assert part in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_stay_within_eighty_columns_and_have_straight_columns(odds, language):
    _, out, _ = odds("--rules", "full-house", language=language)
    lines = out.splitlines()
    assert max(map(len, lines)) < 80
    table = lines[lines.index("") + 1 :]
    assert len(table) == 12
    assert len({len(line) for line in table}) == 1


@pytest.mark.parametrize(("language", "points"), [("en", "14,743"), ("de", "14.743"), ("fr", "14\u202f743")])
def test_scores_read_as_digits_are_told_in_whole_points(odds, language, points):
    _, out, _ = odds("--rules", "tray", "--variant", "express", "--roll", "4+6", language=language)
    assert points in out
    assert "e+" not in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--roll", "7+1"), "--roll: a die shows 1 to 6, not 7"),
        (("--roll", "3"), "--roll: with 1,2,3,4,5,6,7,8,9 open, dice to throw are 2, not 1"),
        (("--roll", "a+b"), '--roll "a+b" is no list of numbers; write it as in --roll 3+4'),
        (("--open", ""), '--open "" is no list of numbers; write it as in --open 1,2,5'),
        (("--open", "9,9,1"), "--open: flap 9 is named 2 times; name each flap once"),
        (("--open", "1,2", "--open", "3"), "--open is given 2 times; write it once, as in --open 1,2,5"),
        (("--open", "1,77"), "Flap 77 never stands open with these rules; open can be 1, 2, 3, 4, 5, 6, 7, 8, 9."),
        (("--rules", "pubb"), "--rules: There is no rule set 'pubb': did you mean 'pub'?"),
        (("--rules", "pub", "--variant", "x"), "--variant: 'pub' has no variant 'x': there are none to choose from."),
        (
            ("--flaps", "30", "--axis", "dice=4", "--axis", "die_sides=8"),
            "30 flaps have 2^30 positions, more than memory holds; odds are worked out for up to 24 flaps.",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_mend(odds, words, sentence):
    rules = () if "--rules" in words else ("--rules", "classic")
    assert odds(*rules, *words) == (2, "", f"stbpi: {sentence}\n")


def test_without_numpy_the_mend_is_said(odds, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "stbpi.odds":
            raise ImportError("No module named 'numpy'", name="numpy")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    said = "stbpi: odds need NumPy, which is not installed; pip install 'stbpi[odds]'\n"
    assert odds("--rules", "classic") == (2, "", said)


def test_ranges_of_flaps_are_written_as_in_records(odds):
    listed = odds("--rules", "pub", "--flaps", "2,3,4,7", "--open", "2,3,4")
    assert odds("--rules", "pub", "--flaps", "2-4,7", "--open", "2-4") == listed
    assert odds("--rules", "pub", "--axis", "flaps=2-4,7", "--open", "2 - 4") == listed
    # One flap, and not five of them.
    assert odds("--rules", "pub", "--flaps", "5-5")[1].splitlines()[1] == "Open: 5"
    assert odds("--rules", "pub", "--flaps", "9-1")[0] == 2
    assert odds("--rules", "pub", "--open", "9-1")[0] == 2
