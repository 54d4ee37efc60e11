"""What each answer to a throw is worth, as ``GET /api/v1/hints`` tells it. Nothing here works anything out."""

from __future__ import annotations

from dataclasses import dataclass

from stbpi.rules.said import N_, Said, SaidError


@dataclass(frozen=True, slots=True)
class Worth:
    """The best that can still come of something, played for each of these alone.

    ``expected_score`` is in points; ``win_probability`` is that of the round, None where it is not known exactly.
    """

    expected_score: float
    shut_probability: float
    win_probability: float | None


@dataclass(frozen=True, slots=True)
class AnswerWorth:
    """One legal answer, the flaps ascending; closing none of them is throwing again (``again``)."""

    close: tuple[int, ...]
    again: bool
    worth: Worth


@dataclass(frozen=True, slots=True)
class DiceWorth:
    """One number of dice that may be thrown."""

    dice: int
    worth: Worth


@dataclass(frozen=True, slots=True)
class SeatAdvice:
    """What is worth what to one player who is to act: answers while a throw lies, else how many dice to throw."""

    player: int
    answers: tuple[AnswerWorth, ...]
    dice: tuple[DiceWorth, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """For a round and its throw, which is empty before it is thrown, everybody who is to act; nobody at other times."""

    round: int
    dice: tuple[int, ...]
    players: tuple[SeatAdvice, ...]


NO_ADVICE = Advice(0, (), ())


@dataclass(frozen=True, slots=True)
class Did:
    """What was or could have been done: flaps closed, a double thrown again, or so many dice thrown (else 0)."""

    close: tuple[int, ...] = ()
    again: bool = False
    dice: int = 0


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """One decision that cost points or chance to win; ``roll`` is the throw that it answered, else empty.

    ``best`` is so for points, ``best_to_win`` for winning the round; None, as ``win_lost``, where that is not known.
    """

    roll: tuple[int, ...]
    made: Did
    best: Did
    points_lost: float
    win_lost: float | None = None
    best_to_win: Did | None = None


@dataclass(frozen=True, slots=True)
class TurnCost:
    """What the decisions of a turn that is over cost.

    ``points_lost`` and ``win_lost`` are over all of them, the latter a chance to win the round, None where not known.
    """

    player: int
    points_lost: float
    win_lost: float | None
    decisions: tuple[CostlyDecision, ...]


NOT_ALLOWED = N_("Hints are not allowed at this table; its keeper can allow them with hints under [game].")
NOT_FOR_MONEY = N_("Hints are not given where people play for money.")
NO_NUMPY = N_("Hints need NumPy, which is missing here: install stbpi[odds].")
TOO_LONG = N_("Hints are worked out for rows of up to {most} flaps; this one has {flaps}.")
NEVER_OUT = N_("With these rules nobody is ever out: every answer leads to a shut box.")


class NoAdviceError(SaidError):
    """No hints are given: they are not allowed at this table, or cannot be worked out. ``code`` says which."""

    def __init__(self, code: str, said: Said) -> None:
        super().__init__(code, said)
        self.code = code
