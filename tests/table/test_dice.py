"""The electronic dice can be checked by hand and favour nobody."""

from __future__ import annotations

import hashlib
import hmac
import shutil
import subprocess
from collections import Counter
from itertools import pairwise

import pytest

from stbpi.rules.actions import Roll, Undo
from stbpi.table.chi_square import evenness
from stbpi.table.dice import commitment, commitment_of, die, face_of, seeded_secret, throw_dice
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


@pytest.mark.parametrize("sides", range(2, 257))
def test_every_face_has_as_many_bytes_as_every_other(sides):
    """All there is to it: what is even going in is even coming out, exactly."""
    faces = [face_of(byte, sides) for byte in range(256)]
    counts = Counter(face for face in faces if face is not None)
    assert counts == dict.fromkeys(range(1, sides + 1), 256 // sides)
    # Fewer bytes are passed over than there are sides, never more than half.
    assert faces.count(None) == 256 - sides * (256 // sides) < min(sides, 128)


def test_bytes_that_stand_for_no_face_are_passed_over(monkeypatch):
    given = {"throw 1 die 1": b"\xfc\xff\xfb" + bytes(29), "throw 1 die 2": b"\x03" * 32}
    monkeypatch.setattr(
        "stbpi.table.dice.hmac.digest", lambda key, message, digest: given[message.decode("ascii")]
    )
    # 252 and 255 are too large for six sides; 251 is the last that is not.
    assert throw_dice(SECRET, 0, 2) == (251 % 6 + 1, 4)


def test_where_all_of_a_block_are_passed_over_the_next_decides(monkeypatch):
    asked = []

    def digest(key, message, algorithm):
        asked.append(message.decode("ascii"))
        return bytes([255] * 31 + [254]) if len(asked) < 3 else bytes([253] * 31 + [4])

    monkeypatch.setattr("stbpi.table.dice.hmac.digest", digest)
    assert die(SECRET, 6, 1) == 5
    assert asked == ["throw 7 die 2", "throw 7 die 2 block 2", "throw 7 die 2 block 3"]


THROWS = 12_000
UNLIKELY = 0.001
"""So seldom fair dice come out further from even; the secrets are fixed, so these either do or do not."""


def likely(seen, kinds):
    """Whether fair dice would be as far from even as these often enough."""
    counts = [seen[kind] for kind in kinds]
    assert sum(counts) == seen.total()
    found = evenness(counts)
    assert found is not None
    return found.p > UNLIKELY


@pytest.mark.parametrize("sides", range(2, 13))
def test_every_face_comes_as_often_as_every_other(sides):
    for secret in (SECRET, bytes(32), seeded_secret(7, 3)):
        seen = Counter(face for throw in range(THROWS) for face in throw_dice(secret, throw, 2, sides))
        assert likely(seen, range(1, sides + 1))


PAIRS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def test_neither_the_dice_of_a_throw_nor_throws_nor_matches_follow_each_other():
    throws = [throw_dice(SECRET, throw, 2) for throw in range(THROWS)]
    assert likely(Counter(throws), PAIRS)
    assert likely(Counter((one[0], next_[0]) for one, next_ in pairwise(throws)), PAIRS)
    assert likely(Counter((one[1], next_[0]) for one, next_ in pairwise(throws)), PAIRS)
    matches = [die(seeded_secret(7, match), 0, 0) for match in range(THROWS)]
    assert likely(Counter(pairwise(matches)), PAIRS)
    secrets = [(number.to_bytes(32, "big"), (number ^ 1).to_bytes(32, "big")) for number in range(THROWS)]
    assert likely(Counter((die(one, 0, 0), die(other, 0, 0)) for one, other in secrets), PAIRS)


def test_dice_that_are_not_even_would_be_found_out():
    """The test can tell: one face in fifty turned into another is not likely any more."""
    faces = [face for throw in range(THROWS) for face in throw_dice(SECRET, throw, 2)]
    loaded = [6 if face == 1 and at % 9 == 0 else face for at, face in enumerate(faces)]
    assert not likely(Counter(loaded), range(1, 7))
    sticky = [faces[at - 1] if at and at % 25 == 0 else face for at, face in enumerate(faces)]
    assert not likely(Counter(pairwise(sticky)), PAIRS)


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
