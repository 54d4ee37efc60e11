"""What can be wrong with an action or with the players of a match."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """The fixed names of the reasons an action is refused for."""

    NOT_ROLLED = "not_rolled"
    ALREADY_ROLLED = "already_rolled"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_OPEN = "not_open"
    WRONG_TOTAL = "wrong_total"
    TOO_MANY_FLAPS = "too_many_flaps"
    NOT_ALLOWED_SET = "not_allowed_set"
    ONE_DIE_NOT_ALLOWED = "one_die_not_allowed"
    TWO_DICE_NOT_ALLOWED = "two_dice_not_allowed"
    BAD_DICE = "bad_dice"
    NO_ROLL_AGAIN = "no_roll_again"
    ROUND_NOT_OVER = "round_not_over"
    MATCH_OVER = "match_over"


class IllegalAction(ValueError):  # noqa: N818 (the name other programs rely on)
    """An action the rules do not allow now; the match is as it was. The sentence is meant for players."""

    def __init__(self, code: Refusal, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


class PlayersError(ValueError):
    """Players that a match cannot be started with."""


class ActionError(ValueError):
    """A written action that cannot be read."""


LONGEST_SHOWN = 60
"""Signs of a value that a sentence quotes."""


def shown(value: object) -> str:
    """A value as a sentence quotes it: cut where it grows long, whatever Python thinks of so many digits."""
    try:
        text = repr(value)
    except ValueError:
        # sys.get_int_max_str_digits(): a number this long is never spelled out, alone or in a list.
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."
