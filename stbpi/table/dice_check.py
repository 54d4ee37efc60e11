"""Whether the electronic dice of a match were those its secret gives, for anybody who has the record of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from stbpi.rules import Phase, RuleSet
from stbpi.rules.actions import Decision, Redo, Roll, Undo
from stbpi.rules.history import Fold
from stbpi.table.dice import commitment, throw_dice


class Verdict(StrEnum):
    """What is said of the dice of a match."""

    HONEST = "honest"
    """Every throw follows from the secret, and the secret is the one that was committed to."""
    UNPROVEN = "unproven"
    """Nothing is wrong, but something is missing that it takes to say more."""
    WRONG = "wrong"


class Doubt(StrEnum):
    """The fixed names of what keeps dice from being found honest; the first three leave it open."""

    ENTERED = "entered"
    NO_SECRET = "no_secret"
    NO_COMMITMENT = "no_commitment"
    OTHER_SECRET = "other_secret"
    OTHER_DICE = "other_dice"
    OTHER_NUMBER_OF_DICE = "other_number_of_dice"


_OPEN = frozenset((Doubt.ENTERED, Doubt.NO_SECRET, Doubt.NO_COMMITMENT))


@dataclass(frozen=True, slots=True)
class DiceFinding:
    """One doubt, in a sentence; ``decision`` is the throw it is about, counted from 0 among the decisions."""

    code: Doubt
    sentence: str
    decision: int | None = None


@dataclass(frozen=True, slots=True)
class DiceCheck:
    """What came of checking the dice of a match.

    ``throws`` is how many throws were compared, those taken back included. ``told_before`` is the first new
    throw (a decision, counted from 0) made after the match had been over once, so that people could have known
    it; that is no fault of the dice.
    """

    throws: int
    findings: tuple[DiceFinding, ...]
    told_before: int | None = None

    @property
    def verdict(self) -> Verdict:
        """What all of it comes to."""
        if not self.findings:
            return Verdict.HONEST
        unproven = all(finding.code in _OPEN for finding in self.findings)
        return Verdict.UNPROVEN if unproven else Verdict.WRONG


def check_dice(
    rules: RuleSet,
    players: tuple[str, ...],
    decisions: Iterable[Decision],
    *,
    source: str | None,
    published: str | None,
    secret: str | None,
) -> DiceCheck:
    """Compare every throw with what the secret gives, and the secret with the commitment that was published.

    ``source`` is where the dice came from, ``published`` and ``secret`` are 64 hexadecimal digits; None where
    the record does not say. Of throws that differ the first is told. Raises IllegalAction or HistoryError where
    the decisions break a rule.
    """
    if source == "entered":
        by_hand = "The dice were thrown by hand and entered, and follow from nothing that could be checked."
        return DiceCheck(0, (DiceFinding(Doubt.ENTERED, by_hand),))
    if secret is None:
        untold = "The record does not tell the secret, which is told when the match is over; nothing can be checked."
        return DiceCheck(0, (DiceFinding(Doubt.NO_SECRET, untold),))
    key = bytes.fromhex(secret)
    findings = list(_of_the_secret(key, published))
    throws = _Throws(rules, players, key)
    for decision in decisions:
        throws.take(decision)
    findings += throws.findings[:1]
    return DiceCheck(throws.compared, tuple(findings), throws.told_before)


def _of_the_secret(secret: bytes, published: str | None) -> Iterator[DiceFinding]:
    if published is None:
        yield DiceFinding(
            Doubt.NO_COMMITMENT,
            "The record has no commitment, so nothing says that the secret was settled before the match.",
        )
    elif published != commitment(secret):
        yield DiceFinding(
            Doubt.OTHER_SECRET,
            f"The secret is not the one that was committed to: its SHA-256 sum is {commitment(secret)}, "
            f"and {published} was published.",
        )


class _Throws:
    """Follows a match and compares its throws with those of a secret."""

    def __init__(self, rules: RuleSet, players: tuple[str, ...], secret: bytes) -> None:
        self.compared = 0
        self.findings: list[DiceFinding] = []
        self.told_before: int | None = None
        self._secret = secret
        self._sides = rules.die_sides
        self._fold = Fold(rules, players)
        self._standing: list[int] = [0]
        """How many throws stand, at the start and after each action that stands."""
        self._undone: list[int] = []
        self._had: dict[int, int] = {}
        """How many dice the throw of each number had last."""
        self._shown: dict[int, int] = {}
        """How many dice of the throw of each number people have seen."""
        self._taken = 0
        self._been_over = False

    def take(self, decision: Decision) -> None:
        """One more decision."""
        if isinstance(decision, Roll):
            self._compare(tuple(decision.dice))
        self._fold.do(decision)
        if isinstance(decision, Undo):
            self._undone.append(self._standing.pop())
        elif isinstance(decision, Redo):
            self._standing.append(self._undone.pop())
        else:
            self._standing.append(self._standing[-1] + isinstance(decision, Roll))
            self._undone.clear()
        self._been_over |= self._fold.match.phase is Phase.MATCH_OVER
        self._taken += 1

    def _compare(self, dice: tuple[int, ...]) -> None:
        number = self._standing[-1]
        given = throw_dice(self._secret, number, len(dice), self._sides)
        had = self._had.get(number)
        if dice != given:
            self._find(
                Doubt.OTHER_DICE,
                f"Throw {number + 1} shows {_shown(dice)}, where the secret gives {_shown(given)}.",
            )
        elif had is not None and had != len(dice) and had in self._fold.match.dice_choices:
            self._find(
                Doubt.OTHER_NUMBER_OF_DICE,
                f"Throw {number + 1} has {_counted(len(dice))}; it had {_counted(had)} before it was taken back, "
                "and has to have as many again.",
            )
        if self._been_over and len(dice) > self._shown.get(number, 0) and self.told_before is None:
            self.told_before = self._taken
        self._had[number] = len(dice)
        self._shown[number] = max(len(dice), self._shown.get(number, 0))
        self.compared += 1

    def _find(self, code: Doubt, sentence: str) -> None:
        self.findings.append(DiceFinding(code, sentence, self._taken))


def _shown(dice: tuple[int, ...]) -> str:
    return "+".join(map(str, dice))


def _counted(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"
