"""The electronic dice: every throw of a match follows from the match's secret, without bias.

What die ``d`` shows in throw ``t`` (both counted from 1) is read from HMAC-SHA256 with the secret as key and
the text ``throw t die d`` as message. Its 32 bytes are taken in order: a byte too large to be shared out
fairly (252 and more for six sides, because 252 is the largest multiple of 6 up to 256) is passed over, the
first other byte modulo 6, plus 1, is the die. Should all 32 be passed over, the message is followed by a
space and ``block 2``, then ``block 3``. By hand::

    printf 'throw 1 die 2' | openssl dgst -sha256 -mac HMAC -macopt hexkey:<the secret in hex>

Throws count the throws that stand: one taken back and made again has the same number, hence the same dice.

Nobody is told the secret before the match is over. Its commitment, the SHA-256 sum of its bytes, is published
before the match: whoever noted that can check afterwards that the secret was settled by then.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from stbpi.rules import Match, Phase
from stbpi.table.button import MS
from stbpi.table.events import Micros
from stbpi.table.setup import MatchSetup

ROLLING: Micros = 800 * MS
"""Electronic dice are shown rolling this long before they lie: the most the rules of the table allow."""

SEEN_AFTER: Micros = 300 * MS
"""People have seen a throw this long after its dice lie: it takes about that to take in a number and decide."""

SIDES = 6
"""Sides of a die where a rule set says nothing else."""

SECRET_BYTES = 32
"""Length of a match's secret, the block a SHA-256 gives."""

FreshSecret: TypeAlias = Callable[[], bytes]
"""Gives a secret of SECRET_BYTES that follows from no other; handed in, as the time is."""


def die(secret: bytes, throw: int, number: int, sides: int = SIDES) -> int:
    """What die ``number`` shows in throw ``throw``, both counted from 0, of 1 to ``sides`` (at most 256)."""
    text = f"throw {throw + 1} die {number + 1}"
    for block in count(1):
        message = text if block == 1 else f"{text} block {block}"
        for byte in hmac.digest(secret, message.encode("ascii"), "sha256"):
            face = face_of(byte, sides)
            if face is not None:
                return face
    raise AssertionError("counting never ends")


def face_of(byte: int, sides: int) -> int | None:
    """The face that a byte stands for; None for the last of the 256, which do not go round by ``sides``.

    Every face has as many bytes as every other, so that even bytes make an even die.
    """
    return byte % sides + 1 if byte < 256 - 256 % sides else None


def throw_dice(secret: bytes, throw: int, dice: int, sides: int = SIDES) -> tuple[int, ...]:
    """What ``dice`` dice show in throw ``throw``, counted from 0."""
    return tuple(die(secret, throw, number, sides) for number in range(dice))


def seeded_secret(seed: int, match: int = 0) -> bytes:
    """The secret of a match of a seed, both counted from 0, for dice that are to repeat; anyone can find it out.

    It is the SHA-256 sum of ``stbpi dice 7`` for the first match of seed 7, of ``stbpi dice 7 match 2`` for the
    second: none follows from another without the seed.
    """
    text = f"stbpi dice {seed}"
    return hashlib.sha256((f"{text} match {match + 1}" if match else text).encode("ascii")).digest()


def commitment(secret: bytes) -> str:
    """What is published of a secret before its match: its SHA-256 sum in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def commitment_of(setup: MatchSetup) -> str | None:
    """The commitment of a match; None where dice are entered, which follow from no secret."""
    return commitment(setup.secret) if setup.dice_source == "electronic" else None


def told_secret(setup: MatchSetup, match: Match | None, *, left: bool = False) -> str | None:
    """The secret of electronic dice in hexadecimal once it may be told, else None.

    That is when the match is over: at its end, or because people have ``left`` it for another.
    """
    over = left or (match is not None and match.phase is Phase.MATCH_OVER)
    return setup.secret.hex() if over and setup.dice_source == "electronic" else None
