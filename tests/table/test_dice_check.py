"""Whoever has the record of a match can check its electronic dice, whatever people did in it."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace
from random import Random

import pytest

from stbpi.rules.actions import Close, Correct, Decision, Redo, Retire, Roll, RollAgain, Undo
from stbpi.rules.history import History
from stbpi.rules.record import Record, Tags, read_record, write_record
from stbpi.table.dice import throw_dice
from stbpi.table.dice_check import DiceCheck, Doubt, Verdict, check_dice
from stbpi.table.events import CorrectScore, RetirePlayer, UndoDecision
from stbpi.table.setup import MatchSetup
from tests.rules.test_invariants import SETS
from tests.table.driver import SECRET, AtTable
from tests.table.honest import dice_of, played_by_chance, setup_of

PUBLISHED = hashlib.sha256(SECRET).hexdigest()


def checked(
    setup: MatchSetup,
    decisions: tuple[Decision, ...],
    *,
    source: str | None = "electronic",
    published: str | None = PUBLISHED,
    secret: str | None = SECRET.hex(),
) -> DiceCheck:
    return check_dice(
        setup.rules, setup.players, decisions, source=source, published=published, secret=secret
    )


def of_table(at: AtTable) -> DiceCheck:
    assert at.began is not None
    return dice_of(at.began, at.decisions)


@pytest.mark.parametrize(("name", "variants"), SETS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_dice_of_every_set_are_found_honest_and_counted(name, variants, seed):
    setup = setup_of(name, variants)
    decisions = played_by_chance(setup, seed)
    check = checked(setup, decisions)
    assert check == DiceCheck(sum(isinstance(one, Roll) for one in decisions), (), check.told_before)
    assert check.verdict is Verdict.HONEST


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 7, 8, 10, 12])
def test_so_are_dice_with_other_sides_and_one_die_or_four(sides):
    faces: set[int] = set()
    for setup in (
        setup_of("classic", ("one-die", "hundred"), die_sides=sides, flaps=min(6, 2 * sides)),
        setup_of("three-hundred", die_sides=sides, flaps=min(9, 4 * sides)),
    ):
        for seed in range(3):
            decisions = played_by_chance(setup, seed)
            assert checked(setup, decisions).verdict is Verdict.HONEST
            faces |= {pips for one in decisions if isinstance(one, Roll) for pips in one.dice}
    assert faces == set(range(1, sides + 1))


def test_the_matches_of_these_tests_have_everything_in_them():
    decisions = [
        one
        for name, variants in SETS
        for seed in (1, 2)
        for one in played_by_chance(setup_of(name, variants), seed)
    ]
    kinds = {type(one) for one in decisions}
    assert kinds >= {Roll, Close, RollAgain, Undo, Redo, Retire, Correct}
    assert {len(one.dice) for one in decisions if isinstance(one, Roll)} == {1, 2, 4}
    assert any(isinstance(one, Close) and one.player is not None for one in decisions)


@pytest.mark.parametrize(("name", "variants"), SETS)
def test_any_die_that_is_changed_is_found_with_its_place(name, variants):
    setup = setup_of(name, variants)
    chance = Random(f"{name}{variants}")
    decisions = played_by_chance(setup, 4)
    throws = [index for index, one in enumerate(decisions) if isinstance(one, Roll)]
    for index in chance.sample(throws, min(5, len(throws))):
        one = decisions[index]
        assert isinstance(one, Roll)
        die = chance.randrange(len(one.dice))
        pips = chance.choice([face for face in range(1, 7) if face != one.dice[die]])
        wrong = Roll((*one.dice[:die], pips, *one.dice[die + 1 :]))
        check = checked(setup, (*decisions[:index], wrong))
        (finding,) = check.findings
        assert (check.verdict, finding.code, finding.decision) == (Verdict.WRONG, Doubt.OTHER_DICE, index)
        standing = History.fold(setup.rules, setup.players, decisions[:index]).actions
        number = sum(isinstance(action, Roll) for action in standing) + 1
        first = hmac.new(SECRET, f"throw {number} die 1".encode(), hashlib.sha256).digest()
        fair = next(byte for byte in first if byte < 252) % 6 + 1
        shows = "+".join(map(str, wrong.dice))
        assert finding.sentence.startswith(f"Throw {number} shows {shows}, where the secret gives {fair}"), (
            finding.sentence
        )


def test_dice_that_were_swapped_are_not_those_of_the_secret():
    first = throw_dice(SECRET, 0, 2)
    assert first[0] != first[1]
    check = checked(setup_of("classic"), (Roll(first[::-1]),))
    assert [finding.code for finding in check.findings] == [Doubt.OTHER_DICE]


def test_only_the_first_throw_that_differs_is_told():
    setup = setup_of("tray", ("common",))
    decisions = played_by_chance(replace(setup, secret=bytes(32)), 3)
    first = next(index for index, one in enumerate(decisions) if isinstance(one, Roll))
    check = checked(setup, decisions)
    assert [finding.decision for finding in check.findings] == [first]
    assert check.throws == sum(isinstance(one, Roll) for one in decisions)


def low() -> AtTable:
    """One die may be thrown, or two."""
    return AtTable("classic", ["one-die"], dice="electronic", flaps=6, players=("Ann",)).press().rest(1)


@pytest.mark.parametrize("held", [0.1, 1.0], ids=["two dice", "one die"])
def test_a_throw_taken_back_has_to_have_as_many_dice_again(held):
    at = low().press(held).hold(4).rest(2)
    assert of_table(at).verdict is Verdict.HONEST
    (first, _) = at.decisions
    assert isinstance(first, Roll)
    other = throw_dice(SECRET, 0, 3 - len(first.dice))
    assert at.began is not None
    check = checked(at.began, (first, Undo(), Roll(other)))
    (finding,) = check.findings
    assert (finding.code, finding.decision) == (Doubt.OTHER_NUMBER_OF_DICE, 2)
    counted = ("2 dice", "1 die") if len(other) == 2 else ("1 die", "2 dice")
    assert finding.sentence == (
        f"Throw 1 has {counted[0]}; it had {counted[1]} before it was taken back, and has to have as many again."
    )


def test_it_may_have_another_number_where_that_many_are_no_longer_allowed():
    """With 9 closed one die may be thrown; with 4 and 5 closed instead, no longer."""
    setup = setup_of("classic", ("one-die",), 1, flaps=[4, 5, 9])
    secret = next(
        number.to_bytes(32, "big")
        for number in range(1000)
        if sum(throw_dice(number.to_bytes(32, "big"), 0, 2)) == 9
        and throw_dice(number.to_bytes(32, "big"), 1, 1)[0] in (4, 5)
    )
    first, second = throw_dice(secret, 0, 2), throw_dice(secret, 1, 2)
    decisions = (
        *(Roll(first), Close((9,)), Roll(second[:1]), Undo(), Undo()),
        *(Close((4, 5)), Roll(second)),
    )
    published = hashlib.sha256(secret).hexdigest()
    assert checked(setup, decisions, published=published, secret=secret.hex()) == DiceCheck(3, ())


def test_a_secret_that_was_not_committed_to_is_told_though_every_throw_follows_from_it():
    setup = setup_of("classic")
    decisions = played_by_chance(setup, 1)
    check = checked(setup, decisions, published="0a" * 32)
    (finding,) = check.findings
    assert (check.verdict, finding.code, finding.decision) == (Verdict.WRONG, Doubt.OTHER_SECRET, None)
    assert PUBLISHED in finding.sentence
    assert "0a" * 32 in finding.sentence


def test_another_secret_shows_in_both():
    setup = setup_of("classic")
    check = checked(setup, played_by_chance(setup, 1), secret="0a" * 32)
    assert [finding.code for finding in check.findings] == [Doubt.OTHER_SECRET, Doubt.OTHER_DICE]


def test_what_is_missing_proves_nothing_and_is_told():
    setup = setup_of("classic")
    decisions = played_by_chance(setup, 1)
    for more, doubt in [
        ({"secret": None}, Doubt.NO_SECRET),
        ({"published": None}, Doubt.NO_COMMITMENT),
        ({"source": "entered"}, Doubt.ENTERED),
    ]:
        check = checked(setup, decisions, **more)
        assert [finding.code for finding in check.findings] == [doubt]
        assert check.verdict is Verdict.UNPROVEN
    assert checked(setup, decisions, source=None).verdict is Verdict.HONEST


def test_a_record_that_was_written_and_read_says_where_the_wrong_throw_stands():
    setup = setup_of("numbers")
    decisions = played_by_chance(setup, 2)
    index = max(index for index, one in enumerate(decisions) if isinstance(one, Roll))
    one = decisions[index]
    assert isinstance(one, Roll)
    wrong = (*decisions[:index], Roll(tuple(pips % 6 + 1 for pips in one.dice)))
    tags = Tags(dice_source="electronic", commitment=PUBLISHED, secret=SECRET.hex())
    text = write_record(Record(setup.rules, setup.players, wrong, tags))
    read = read_record(text)
    check = check_dice(
        *(read.rules, read.players, read.decisions),
        source=read.tags.dice_source,
        published=read.tags.commitment,
        secret=read.tags.secret,
    )
    (finding,) = check.findings
    assert finding.decision is not None
    assert read.places is not None
    line, column = read.places.decisions[finding.decision]
    shown = "+".join(str(pips % 6 + 1) for pips in one.dice)
    assert text.split("\n")[line - 1][column - 1 :].startswith(shown)


class TestAfterTheSecretWasTold:
    """Who takes back the end of a match has been able to read what later throws would show."""

    def at_the_end(self) -> AtTable:
        at = AtTable("classic", ["hundred"], dice="electronic", players=("Ann", "Ben")).press().rest(1)
        at.press().rest(2)
        for seat in (0, 1):
            at.send(RetirePlayer(seat))
        assert at.match.phase == "match_over"
        assert of_table(at).told_before is None
        return at

    def test_new_throws_are_told_from_those_before(self):
        at = self.at_the_end()
        for _ in range(2):
            at.send(UndoDecision())
        at.rest(2).as_told()
        answers = at.match.legal_moves()
        at.answer(*answers[0]).rest(1)
        if at.code == "confirm":
            at.press().rest(1)
        before = len(at.decisions)
        at.press().rest(2)
        assert isinstance(at.decisions[before], Roll)
        check = of_table(at)
        assert (check.verdict, check.told_before) == (Verdict.HONEST, before)

    def test_a_throw_everybody_had_seen_before_is_not_new(self):
        at = self.at_the_end()
        for _ in range(3):
            at.send(UndoDecision())
        at.rest(2).as_told().press().rest(2)
        assert isinstance(at.decisions[-1], Roll)
        assert of_table(at).told_before is None

    def test_a_score_corrected_at_the_end_tells_nothing(self):
        at = self.at_the_end()
        at.send(CorrectScore(0, 1, "miscounted"))
        assert of_table(at).told_before is None
