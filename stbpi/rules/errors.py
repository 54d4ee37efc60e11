"""What can be wrong with an action or with the players of a match."""

from __future__ import annotations

from enum import StrEnum

from stbpi.rules.said import N_, Said, SaidError


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


class IllegalAction(SaidError):  # noqa: N818 (the name other programs rely on)
    """An action the rules do not allow now; the match is as it was. The sentence is meant for players."""

    def __init__(self, code: Refusal, said: Said) -> None:
        super().__init__(code, said)
        self.code = code


class PlayersError(SaidError):
    """Players that a match cannot be started with."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)


class ActionError(ValueError):
    """A written action that cannot be read."""


LONGEST_SHOWN = 60
"""Signs of a value that a sentence quotes."""


def quoted(value: object) -> str | Said:
    """A value as a sentence quotes it: cut where it grows long, whatever Python thinks of so many digits."""
    try:
        text = repr(value)
    except ValueError:
        # sys.get_int_max_str_digits(): a number this long is never spelled out, alone or in a list.
        return Said.of(N_("a number of thousands of digits"))
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def shown(value: object) -> str:
    """A value as an English sentence quotes it that speaks of something written: JSON, TOML or a record."""
    return str(quoted(_Written(value)))


class _Written:
    """A value whose ``repr`` has true, false and null, tables and dates, as people wrote them, and is else Python's."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        value = self._value
        if isinstance(value, list | tuple):
            return f"[{', '.join(repr(_Written(one)) for one in value)}]"
        if type(value) is dict:
            inner = ", ".join(f"{key} = {_Written(one)!r}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        if value is None:
            return "null"
        # TOML's dates and times; rules know of none.
        if hasattr(value, "isoformat"):
            return str(value.isoformat())
        return str(value).lower() if isinstance(value, bool) else repr(value)
