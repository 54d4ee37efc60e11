"""Why an action is refused: the code, and the sentence for players with the value and what to do instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from stbpi.rules.answers import FLAPS_ON_A_DOUBLE, Dice
from stbpi.rules.axes import Combine, Doubles
from stbpi.rules.errors import IllegalAction, Refusal, quoted
from stbpi.rules.players import called
from stbpi.rules.ruleset import MOST_POINTS
from stbpi.rules.said import N_, NN_, Listed, Said
from stbpi.rules.state import Phase, State
from stbpi.rules.texts import is_whole, not_whole


def match_is_over() -> IllegalAction:
    """Nothing more happens in this match."""
    return IllegalAction(
        Refusal.MATCH_OVER,
        Said.of(N_("The match is over; take back the last step or start a new match.")),
    )


def no_throw_due(s: State) -> IllegalAction:
    """Dice were thrown when none are due."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is Phase.ROUND_OVER:
        return IllegalAction(
            Refusal.NOT_YOUR_TURN,
            Said.of(N_("The round is over; begin the next round before throwing.")),
        )
    return IllegalAction(
        Refusal.ALREADY_ROLLED,
        Said.of(
            N_("{dice} has been thrown already; close flaps for it before throwing again."),
            dice=_thrown(s.dice),
        ),
    )


def bad_die(pips: object, sides: int) -> IllegalAction:
    """A die cannot show this."""
    return IllegalAction(
        Refusal.BAD_DICE,
        Said.of(
            N_("A die cannot show {pips}; give a whole number from 1 to {sides} for each die."),
            pips=quoted(pips),
            sides=sides,
        ),
    )


def wrong_count(count: int, choices: tuple[int, ...]) -> IllegalAction:
    """Too few or too many dice were thrown."""
    due = Listed(choices, either=True)
    if count == 1:
        return IllegalAction(
            Refusal.ONE_DIE_NOT_ALLOWED,
            Said.of(N_("One die cannot be thrown now; throw {due} dice together."), due=due),
        )
    if count == 2 and choices == (1,):
        return IllegalAction(
            Refusal.TWO_DICE_NOT_ALLOWED, Said.of(N_("Two dice cannot be thrown now; throw one die."))
        )
    return IllegalAction(
        Refusal.BAD_DICE,
        Said.counted(
            NN_(
                "{count} dice cannot be thrown now; throw {due} die.",
                "{count} dice cannot be thrown now; throw {due} dice.",
            ),
            max(choices),
            count=count,
            due=due,
        ),
    )


def nothing_to_answer(s: State) -> IllegalAction:
    """Flaps were to be closed without a throw."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is Phase.ROUND_OVER:
        return IllegalAction(
            Refusal.NOT_ROLLED,
            Said.of(N_("The round is over; begin the next round before closing flaps.")),
        )
    return IllegalAction(
        Refusal.NOT_ROLLED,
        Said.of(
            N_("{name} has not thrown yet; throw before closing flaps."),
            name=called(s.frame.players, s.turn),
        ),
    )


def no_such_seat(player: object, seats: int) -> IllegalAction:
    """There is no such player."""
    if seats == 1:
        only = N_("There is no player {player}; seat 0 is the only one.")
        return IllegalAction(Refusal.NOT_YOUR_TURN, Said.of(only, player=quoted(player)))
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        Said.of(
            N_("There is no player {player}; seats go from 0 to {last}."),
            player=quoted(player),
            last=seats - 1,
        ),
    )


def not_answering(s: State, player: int) -> IllegalAction:
    """The flaps of a player who has no throw to answer."""
    players = s.frame.players
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        Said.of(
            N_("{name} has no throw to answer; it is for {players} to close flaps."),
            name=called(players, player),
            players=Listed(tuple(called(players, seat) for seat in s.waiting), either=True),
        ),
    )


def whose_flaps(s: State) -> IllegalAction:
    """Several players may answer and it was not said who does."""
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        Said.of(
            N_("Several players are to answer this throw; say which of the seats {seats} closes flaps."),
            seats=Listed(s.waiting),
        ),
    )


def no_roll_again(s: State) -> IllegalAction:
    """Throwing again without a double that allows it."""
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    if s.phase is not Phase.CLOSE:
        return IllegalAction(
            Refusal.NO_ROLL_AGAIN,
            Said.of(N_("There is no throw that could be thrown again; throw first.")),
        )
    if s.frame.rules.doubles is Doubles.AGAIN_OR_THREE:
        return IllegalAction(
            Refusal.NO_ROLL_AGAIN,
            Said.of(
                N_("{dice} is no double; only a double may be thrown again: close flaps."),
                dice=_thrown(s.dice),
            ),
        )
    return IllegalAction(
        Refusal.NO_ROLL_AGAIN,
        Said.of(N_("These rules let no throw be thrown again; close flaps for it.")),
    )


def whole_numbers(flaps: object) -> tuple[int, ...]:
    """The flaps of any iterable, ascending; anything else is refused."""
    if not isinstance(flaps, Iterable):
        raise IllegalAction(
            Refusal.NOT_OPEN,
            Said.of(
                N_("{flaps} is no list of flaps; give the numbers painted on them."), flaps=quoted(flaps)
            ),
        )
    numbers = tuple(cast("Iterable[object]", flaps))
    for number in numbers:
        if type(number) is not int:
            raise IllegalAction(
                Refusal.NOT_OPEN,
                Said.of(N_("{flap} is no flap; give the number painted on it."), flap=quoted(number)),
            )
    return tuple(sorted(cast("tuple[int, ...]", numbers)))


def wrong_flaps(s: State, seat: int, flaps: tuple[int, ...]) -> IllegalAction:
    """Why these flaps, ascending, do not answer the throw."""
    mechanics = s.frame.mechanics
    rules = s.frame.rules
    for flap in flaps:
        if flap not in mechanics.flaps:
            return IllegalAction(
                Refusal.NOT_OPEN,
                Said.counted(
                    NN_(
                        "There is no flap {flap}; the row has flap {flaps}.",
                        "There is no flap {flap}; the row has flaps {flaps}.",
                    ),
                    len(mechanics.flaps),
                    flap=quoted(flap),
                    flaps=Listed(mechanics.flaps),
                ),
            )
    for flap in flaps:
        if not mechanics.is_open(s.rows[seat], flap):
            return IllegalAction(
                Refusal.NOT_OPEN,
                Said.of(
                    N_("Flap {flap} is closed already; open are {flaps}."),
                    flap=flap,
                    flaps=Listed(mechanics.open_of(s.rows[seat])),
                ),
            )
    for flap in flaps:
        if flaps.count(flap) > 1:
            return IllegalAction(
                Refusal.NOT_ALLOWED_SET,
                Said.of(N_("Flap {flap} counts once in a throw; name it once."), flap=flap),
            )
    totals = {sum(one.flaps) for one in mechanics.sets_for(s.dice)}
    if sum(flaps) not in totals:
        return _wrong_total(s.dice, flaps, rules.combine)
    if not mechanics.count_allowed(len(flaps), s.dice):
        return _too_many(s, flaps)
    first = rules.first_throw_closes
    if first and s.rows[seat] == mechanics.start and first not in flaps:
        return IllegalAction(
            Refusal.NOT_ALLOWED_SET,
            Said.of(
                N_("The first throw of a turn must close flap {flap}; close {flaps}, for example."),
                flap=first,
                flaps=Listed(min(mechanics.answers(s.rows[seat], s.dice), key=len)),
            ),
        )
    return _not_together(s.dice, flaps, rules.combine)


def _wrong_total(dice: Dice, flaps: tuple[int, ...], combine: Combine) -> IllegalAction:
    thrown = f"{_thrown(dice)} = {sum(dice)}" if len(dice) > 1 else _thrown(dice)
    if not flaps:
        none = N_("No flap is named; a throw that can be answered, {thrown}, must be.")
        return IllegalAction(Refusal.WRONG_TOTAL, Said.of(none, thrown=thrown))
    if combine is Combine.SUM:
        wrong = NN_(
            "Flap {flaps} is {total}, but {thrown} was thrown; close flaps adding up to that.",
            "Flaps {flaps} make {total}, but {thrown} was thrown; close flaps adding up to that.",
        )
    elif combine is Combine.EITHER:
        wrong = NN_(
            "Flap {flaps} is {total}, but {thrown} was thrown; "
            "close one die's number, the numbers of several dice, or their sum as one flap.",
            "Flaps {flaps} make {total}, but {thrown} was thrown; "
            "close one die's number, the numbers of several dice, or their sum as one flap.",
        )
    else:
        wrong = NN_(
            "Flap {flaps} is {total}, but {thrown} was thrown; "
            "close one flap only: a die's number or the sum.",
            "Flaps {flaps} make {total}, but {thrown} was thrown; "
            "close one flap only: a die's number or the sum.",
        )
    return IllegalAction(
        Refusal.WRONG_TOTAL,
        Said.counted(wrong, len(flaps), flaps=Listed(flaps), total=sum(flaps), thrown=thrown),
    )


def _too_many(s: State, flaps: tuple[int, ...]) -> IllegalAction:
    usual = s.frame.rules.max_flaps
    most = s.frame.mechanics.most_flaps(s.dice)
    if (
        s.frame.mechanics.is_double(s.dice)
        and s.frame.rules.doubles is Doubles.AGAIN_AFTER_OR_THREE
        and most > usual
    ):
        return IllegalAction(
            Refusal.TOO_MANY_FLAPS,
            Said.of(
                N_("Flaps {flaps} are too many; this throw closes at most {usual}, or {most}."),
                flaps=Listed(flaps),
                usual=usual,
                most=FLAPS_ON_A_DOUBLE,
            ),
        )
    return IllegalAction(
        Refusal.TOO_MANY_FLAPS,
        Said.of(
            N_("Flaps {flaps} are too many; this throw closes at most {most}."),
            flaps=Listed(flaps),
            most=most,
        ),
    )


def _not_together(dice: Dice, flaps: tuple[int, ...], combine: Combine) -> IllegalAction:
    """Flaps whose sum could be closed, but not like this; where any flaps adding up may be, there are none."""
    if combine is Combine.SINGLE:
        single = N_(
            "Flaps {flaps} cannot be closed together for {thrown}; "
            "close one flap only: a die's number or the sum."
        )
        said = Said.of(single, flaps=Listed(flaps), thrown=_thrown(dice))
    else:
        either = NN_(
            "Flap {flaps} cannot be closed for {thrown}; "
            "close one die's number, the numbers of several dice, or their sum as one flap.",
            "Flaps {flaps} cannot be closed together for {thrown}; "
            "close one die's number, the numbers of several dice, or their sum as one flap.",
        )
        said = Said.counted(either, len(flaps), flaps=Listed(flaps), thrown=_thrown(dice))
    return IllegalAction(Refusal.NOT_ALLOWED_SET, said)


def _thrown(dice: Dice) -> str:
    return " + ".join(map(str, dice))


def next_round_not_due(s: State) -> IllegalAction:
    """The next round was to begin before this one has ended."""
    return _round_not_over(s, N_("Round {round} is still being played; finish it before beginning the next."))


def stop_not_due(s: State) -> IllegalAction:
    """The match was to be stopped before the round has ended."""
    return _round_not_over(s, N_("Round {round} is still being played; finish it before stopping the match."))


def _round_not_over(s: State, template: str) -> IllegalAction:
    if s.phase is Phase.MATCH_OVER:
        return match_is_over()
    return IllegalAction(Refusal.ROUND_NOT_OVER, Said.of(template, round=s.frame.round))


def not_an_open_match() -> IllegalAction:
    """Only a match without an end of its own is stopped."""
    return IllegalAction(
        Refusal.ROUND_NOT_OVER,
        Said.of(
            N_("Only an open match can be stopped; this one ends by its rules: begin the next round."),
        ),
    )


def already_left(players: Sequence[str], seat: int) -> IllegalAction:
    """Who is gone cannot leave."""
    return IllegalAction(
        Refusal.NOT_YOUR_TURN,
        Said.of(
            N_("{name} is not in the match any more; choose a player who is."), name=called(players, seat)
        ),
    )


def bad_correction(s: State, seat: int, points: object, reason: object) -> IllegalAction | None:
    """What is wrong with a correction, if anything.

    Whatever somebody has can be taken away again. Points beyond ``MOST_POINTS`` are not taken beyond nothing, and
    never added, so that no number of corrections makes a total of endless length.
    """
    if type(points) is not int:
        return IllegalAction(
            Refusal.WRONG_TOTAL,
            Said.of(
                N_("A correction by {points} cannot be; give a whole number of points."),
                points=quoted(points),
            ),
        )
    total = s.frame.ledger.totals[seat]
    towards_nothing = abs(points) <= abs(total) and (points < 0 < total or total < 0 < points)
    if abs(points) > MOST_POINTS and not towards_nothing:
        return IllegalAction(
            Refusal.WRONG_TOTAL,
            Said.of(
                N_(
                    "A correction by {points} cannot be; give a number of at most {digits} digits, "
                    "or take away what {name} has."
                ),
                points=quoted(points),
                digits=len(str(MOST_POINTS)) - 1,
                name=called(s.frame.players, seat),
            ),
        )
    if not isinstance(reason, str) or not reason.strip():
        return IllegalAction(
            Refusal.WRONG_TOTAL,
            Said.of(
                N_("A correction for the reason {reason} cannot be; say in a few words why."),
                reason=quoted(reason),
            ),
        )
    if not is_whole(reason):
        return IllegalAction(Refusal.WRONG_TOTAL, not_whole(reason))
    return None
