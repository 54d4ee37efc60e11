"""Why an action is refused: the code, and the sentence for players with the value and what to do instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from stbpi.rules.answers import FLAPS_ON_A_DOUBLE, Dice
from stbpi.rules.axes import Combine, Doubles
from stbpi.rules.errors import IllegalAction, Refusal, shown
from stbpi.rules.ruleset import MOST_POINTS
from stbpi.rules.state import Phase, State


def listed(numbers: Iterable[int], last: str = "and") -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3``."""
    words = [str(number) for number in numbers]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _flaps(flaps: tuple[int, ...]) -> str:
    return f"{'flap' if len(flaps) == 1 else 'flaps'} {listed(flaps)}"


def match_is_over() -> IllegalAction:
    """Nothing more happens in this match."""
    return IllegalAction(
        Refusal.MATCH_OVER, "The match is over; take back the last step or start a new match."
    )


def no_throw_due(s: State) -> IllegalAction:
    """Dice were thrown when none are due."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is Phase.ROUND_OVER:
        return IllegalAction(
            Refusal.NOT_YOUR_TURN, "The round is over; begin the next round before throwing."
        )
    return IllegalAction(
        Refusal.ALREADY_ROLLED,
        f"{_thrown(s.dice)} has been thrown already; close flaps for it before throwing again.",
    )


def bad_die(pips: object, sides: int) -> IllegalAction:
    """A die cannot show this."""
    return IllegalAction(
        Refusal.BAD_DICE, f"A die cannot show {pips!r}; give a whole number from 1 to {sides} for each die."
    )


def wrong_count(count: int, choices: tuple[int, ...]) -> IllegalAction:
    """Too few or too many dice were thrown."""
    due = listed(choices, "or")
    dice = "die" if choices == (1,) else "dice"
    if count == 1:
        return IllegalAction(
            Refusal.ONE_DIE_NOT_ALLOWED, f"One die cannot be thrown now; throw {due} dice together."
        )
    if count == 2 and choices == (1,):
        return IllegalAction(Refusal.TWO_DICE_NOT_ALLOWED, "Two dice cannot be thrown now; throw one die.")
    return IllegalAction(Refusal.BAD_DICE, f"{count} dice cannot be thrown now; throw {due} {dice}.")


def nothing_to_answer(s: State) -> IllegalAction:
    """Flaps were to be closed without a throw."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is Phase.ROUND_OVER:
        return IllegalAction(
            Refusal.NOT_ROLLED, "The round is over; begin the next round before closing flaps."
        )
    return IllegalAction(
        Refusal.NOT_ROLLED, f"{s.frame.players[s.turn]} has not thrown yet; throw before closing flaps."
    )


def no_such_seat(player: object, seats: int) -> IllegalAction:
    """There is no such player."""
    span = "seat 0 is the only one" if seats == 1 else f"seats go from 0 to {seats - 1}"
    return IllegalAction(Refusal.NOT_YOUR_TURN, f"There is no player {player!r}; {span}.")


def not_answering(s: State, player: int) -> IllegalAction:
    """The flaps of a player who has no throw to answer."""
    due = " or ".join(s.frame.players[seat] for seat in s.waiting)
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        f"{s.frame.players[player]} has no throw to answer; it is for {due} to close flaps.",
    )


def whose_flaps(s: State) -> IllegalAction:
    """Several players may answer and it was not said who does."""
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        f"Several players are to answer this throw; say which of the seats {listed(s.waiting)} closes flaps.",
    )


def no_roll_again(s: State) -> IllegalAction:
    """Throwing again without a double that allows it."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is not Phase.CLOSE:
        return IllegalAction(
            Refusal.NO_ROLL_AGAIN, "There is no throw that could be thrown again; throw first."
        )
    if s.frame.rules.doubles is Doubles.AGAIN_OR_THREE:
        return IllegalAction(
            Refusal.NO_ROLL_AGAIN,
            f"{_thrown(s.dice)} is no double; only a double may be thrown again: close flaps.",
        )
    return IllegalAction(
        Refusal.NO_ROLL_AGAIN, "These rules let no throw be thrown again; close flaps for it."
    )


def whole_numbers(flaps: object) -> tuple[int, ...]:
    """The flaps of any iterable, ascending; anything else is refused."""
    if not isinstance(flaps, Iterable):
        raise IllegalAction(
            Refusal.NOT_OPEN, f"{flaps!r} is no list of flaps; give the numbers painted on them."
        )
    numbers = tuple(cast("Iterable[object]", flaps))
    for number in numbers:
        if type(number) is not int:
            raise IllegalAction(Refusal.NOT_OPEN, f"{number!r} is no flap; give the number painted on it.")
    return tuple(sorted(cast("tuple[int, ...]", numbers)))


def wrong_flaps(s: State, seat: int, flaps: tuple[int, ...]) -> IllegalAction:
    """Why these flaps, ascending, do not answer the throw."""
    mechanics = s.frame.mechanics
    rules = s.frame.rules
    for flap in flaps:
        if flap not in mechanics.flaps:
            return IllegalAction(
                Refusal.NOT_OPEN,
                f"There is no flap {flap}; the row has {_flaps(mechanics.flaps)}.",
            )
    for flap in flaps:
        if not mechanics.is_open(s.rows[seat], flap):
            return IllegalAction(
                Refusal.NOT_OPEN,
                f"Flap {flap} is closed already; open are {listed(mechanics.open_of(s.rows[seat]))}.",
            )
    for flap in flaps:
        if flaps.count(flap) > 1:
            return IllegalAction(
                Refusal.NOT_ALLOWED_SET, f"Flap {flap} counts once in a throw; name it once."
            )
    totals = {sum(one.flaps) for one in mechanics.sets_for(s.dice)}
    if sum(flaps) not in totals:
        return _wrong_total(s.dice, flaps, rules.combine)
    if not mechanics.count_allowed(len(flaps), s.dice):
        most = mechanics.most_flaps(s.dice)
        return IllegalAction(
            Refusal.TOO_MANY_FLAPS,
            f"{_flaps(flaps).capitalize()} are too many; this throw closes {_limit(s, most)}.",
        )
    first = rules.first_throw_closes
    if first and s.rows[seat] == mechanics.start and first not in flaps:
        return IllegalAction(
            Refusal.NOT_ALLOWED_SET,
            f"The first throw of a turn must close flap {first}; close it with the others.",
        )
    return IllegalAction(
        Refusal.NOT_ALLOWED_SET,
        f"{_flaps(flaps).capitalize()} cannot be closed together for {_thrown(s.dice)}; "
        f"close {_allowed(rules.combine)}.",
    )


def _limit(s: State, most: int) -> str:
    usual = s.frame.rules.max_flaps
    if (
        s.frame.mechanics.is_double(s.dice)
        and s.frame.rules.doubles is Doubles.AGAIN_AFTER_OR_THREE
        and most > usual
    ):
        return f"at most {usual}, or {FLAPS_ON_A_DOUBLE}"
    return f"at most {most}"


def _allowed(combine: Combine) -> str:
    if combine is Combine.SINGLE:
        return "one flap only: a die's number or the sum"
    return "one die's number, the numbers of several dice, or their sum as one flap"


def _wrong_total(dice: Dice, flaps: tuple[int, ...], combine: Combine) -> IllegalAction:
    if not flaps:
        return IllegalAction(
            Refusal.WRONG_TOTAL, f"No flap is named; a throw that can be answered, {_sum(dice)}, must be."
        )
    told = (
        f"{_flaps(flaps).capitalize()} make {sum(flaps)}"
        if len(flaps) > 1
        else f"Flap {flaps[0]} is {flaps[0]}"
    )
    if combine is Combine.SUM:
        return IllegalAction(
            Refusal.WRONG_TOTAL, f"{told}, but {_sum(dice)} was thrown; close flaps adding up to that."
        )
    return IllegalAction(
        Refusal.WRONG_TOTAL, f"{told}, but {_sum(dice)} was thrown; close {_allowed(combine)}."
    )


def _thrown(dice: Dice) -> str:
    return " + ".join(map(str, dice))


def _sum(dice: Dice) -> str:
    return f"{_thrown(dice)} = {sum(dice)}" if len(dice) > 1 else _thrown(dice)


def round_is_not_over(s: State, wanted: str) -> IllegalAction:
    """Something that waits for the end of the round."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    return IllegalAction(
        Refusal.ROUND_NOT_OVER, f"Round {s.frame.round} is still being played; finish it before {wanted}."
    )


def not_an_open_match() -> IllegalAction:
    """Only a match without an end of its own is stopped."""
    return IllegalAction(
        Refusal.ROUND_NOT_OVER,
        "Only an open match can be stopped; this one ends by its rules: begin the next round.",
    )


def already_left(name: str) -> IllegalAction:
    """Who is gone cannot leave."""
    return IllegalAction(
        Refusal.NOT_YOUR_TURN, f"{name} is not in the match any more; choose a player who is."
    )


def bad_correction(points: object, reason: object) -> IllegalAction | None:
    """What is wrong with a correction, if anything."""
    if type(points) is not int:
        return IllegalAction(
            Refusal.WRONG_TOTAL, f"A correction by {points!r} cannot be; give a whole number of points."
        )
    if abs(points) > MOST_POINTS:
        return IllegalAction(
            Refusal.WRONG_TOTAL,
            f"A correction by {shown(points)} cannot be; nobody has so many points: give those to add or to take.",
        )
    if not isinstance(reason, str) or not reason.strip():
        return IllegalAction(
            Refusal.WRONG_TOTAL, f"A correction for the reason {reason!r} cannot be; say in a few words why."
        )
    return None
