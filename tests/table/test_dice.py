"""The electronic dice can be checked by hand and favour nobody."""

from __future__ import annotations

import hashlib
import hmac
import shutil
import subprocess
from collections import Counter

import pytest

from stbpi.rules.actions import Roll, Undo
from stbpi.table.dice import commitment, commitment_of, die, seeded_secret, throw_dice
from tests.table.driver import SECRET, AtTable


def test_a_throw_checked_by_hand():
    for throw in range(50):
        for number in range(4):
            message = f"throw {throw + 1} die {number + 1}".encode()
            digest = hmac.new(SECRET, message, hashlib.sha256).digest()
            fair = [byte for byte in digest if byte < 252]
            assert die(SECRET, throw, number) == fair[0] % 6 + 1


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is what the check by hand is made with")
def test_the_command_in_the_documentation_gives_the_same_digest():
    command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{SECRET.hex()}"]
    printed = subprocess.run(command, input=b"throw 1 die 2", capture_output=True, check=True).stdout.decode()
    first = bytes.fromhex(printed.split()[-1])[0]
    assert first < 252
    assert die(SECRET, 0, 1) == first % 6 + 1


def test_the_dice_are_even():
    throws = 6000
    seen = Counter(face for throw in range(throws) for face in throw_dice(SECRET, throw, 2))
    chi_square = sum((seen[face] - throws / 3) ** 2 / (throws / 3) for face in range(1, 7))
    assert set(seen) == set(range(1, 7))
    assert chi_square < 20.5  # 0.1 % of fair dice give more, with 5 degrees of freedom


def test_bytes_that_cannot_be_shared_out_are_passed_over():
    # With 200 sides only 200 of the 256 bytes are fair: folded in, the rest would double 1 to 56.
    seen = Counter(die(SECRET, throw, 0, 200) <= 56 for throw in range(4000))
    assert 0.25 < seen[True] / 4000 < 0.31


def test_the_next_match_on_the_button_has_a_secret_that_follows_from_nothing_before():
    at = AtTable(dice="electronic", players=("Ann",), flaps=[2]).press().press()
    at.rest(2).press().rest(2)
    assert at.code == "match_over"
    at.press()
    assert at.prepared is not None
    assert at.prepared.secret == (1).to_bytes(32, "big")
    assert at.fresh.given == 1


def test_so_has_one_begun_in_the_middle_of_another():
    at = AtTable(dice="electronic").press().press().rest(901).press().hold()
    assert at.code == "press_to_start"
    assert at.prepared is not None
    assert at.prepared.secret == (1).to_bytes(32, "big")


def test_the_secrets_of_a_seed_do_not_follow_from_each_other():
    given = [seeded_secret(7, match) for match in range(4)]
    assert given[0] == seeded_secret(7)
    assert given[2] == hashlib.sha256(b"stbpi dice 7 match 3").digest()
    sums = {hashlib.sha256(secret).digest() for secret in given}
    assert len({*given, *sums, seeded_secret(8)}) == 9


def test_the_commitment_is_the_sum_of_the_secret():
    at = AtTable(dice="electronic")
    assert commitment_of(at.setup) == commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert commitment_of(AtTable(dice="entered").setup) is None


def test_a_setup_does_not_print_its_secret():
    setup = AtTable(dice="electronic").setup
    assert SECRET.hex() not in repr(setup)
    assert repr(SECRET) not in repr(setup)


def test_an_electronic_throw_taken_back_shows_the_same_dice():
    at = AtTable(dice="electronic").press().press()
    first = at.decisions[-1]
    at.hold(4).press()
    assert at.decisions == [first, Undo(), first]


@pytest.mark.parametrize("held", [0.1, 1.0])
@pytest.mark.parametrize("again", [0.1, 1.0])
@pytest.mark.parametrize("restart", [False, True])
def test_and_as_many_of_them(held, again, restart):
    at = AtTable("classic", ["one-die"], dice="electronic", flaps=6, players=("Ann",)).press().press(held)
    first = at.decisions[-1]
    assert isinstance(first, Roll)
    at.hold(4)
    if restart:
        at.restart()
    at.rest().press(again)
    assert at.decisions == [first, Undo(), first]


def test_later_throws_follow_from_how_many_stand():
    at = AtTable(dice="electronic", players=("Ann",)).press().press()
    at.answer(*at.match.legal_moves()[0]).press()
    assert at.decisions[-1] == Roll(throw_dice(SECRET, 1, 2))
