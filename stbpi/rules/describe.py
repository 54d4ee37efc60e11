"""A rule set in plain sentences, made from its axes alone, so that a user's own set explains itself too.

Every sentence is a message of its own with named places, given to ``translate`` (gettext's, or none) before
the values are filled in. Words that vary in number are avoided: other languages count differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from stbpi.rules.answers import FLAPS_ON_A_DOUBLE
from stbpi.rules.axes import Combine, Doubles, MatchKind, OneDie, Play, Rows, Scoring, Starter
from stbpi.rules.ruleset import MOST_PLAYERS, RuleSet

Translate: TypeAlias = Callable[[str], str]


def describe(rules: RuleSet, translate: Translate = str) -> str:
    """One paragraph that says how the set is played, what it scores and how the match ends."""
    return " ".join(sentences(rules, translate))


def sentences(rules: RuleSet, translate: Translate = str) -> Iterator[str]:
    """The sentences of :func:`describe`, one by one."""
    yield from _about_the_row(rules, translate)
    yield from _about_a_turn(rules, translate)
    yield from _about_dice(rules, translate)
    yield from _about_closing(rules, translate)
    yield from _about_being_blocked(rules, translate)
    yield from _about_scores(rules, translate)
    yield from _about_the_match(rules, translate)


def numbers(flaps: tuple[int, ...]) -> str:
    """``1-9`` for an unbroken run of three or more, else the numbers with commas."""
    if len(flaps) > 2 and flaps == tuple(range(flaps[0], flaps[-1] + 1)):
        return f"{flaps[0]}-{flaps[-1]}"
    return ", ".join(map(str, flaps))


def _about_the_row(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.max_players == MOST_PLAYERS:
        yield _("Players: {least} or more.").format(least=rules.min_players)
    elif rules.min_players == rules.max_players:
        yield _("Players: {least}.").format(least=rules.min_players)
    else:
        yield _("Players: {least} to {most}.").format(least=rules.min_players, most=rules.max_players)
    if rules.rows is Rows.SHARED:
        yield _("All play on one row, flaps {flaps}, raised again for each player.").format(
            flaps=numbers(rules.flaps)
        )
    else:
        yield _("Each player has a row of their own, flaps {flaps}.").format(flaps=numbers(rules.flaps))
    if rules.closed_at_start:
        yield _("Closed from the start: {flaps}.").format(flaps=numbers(rules.closed_at_start))


def _about_a_turn(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.play is Play.UNTIL_BLOCKED:
        yield _("A turn is thrown on until a throw cannot be made.")
    elif rules.play is Play.ONE_THROW:
        yield _("A turn is one throw, then the next player throws.")
    else:
        yield _("The round's starter throws for everybody, and each player still in answers the throw.")
    if rules.first_throw_closes:
        yield _("The first throw of a turn must close flap {flap}, or the turn ends.").format(
            flap=rules.first_throw_closes
        )
    if rules.stop_on:
        yield _("A thrown {total} ends the turn.").format(total=rules.stop_on)


def _about_dice(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.die_sides == 6:
        yield _("Dice: {dice}.").format(dice=rules.dice)
    else:
        yield _("Dice: {dice}, with {sides} sides.").format(dice=rules.dice, sides=rules.die_sides)
    if rules.one_die is OneDie.NEVER:
        return
    common = rules.play is Play.COMMON_THROW
    when = {
        (OneDie.NONE_ABOVE_6, False): _("no flap above 6 is open"),
        (OneDie.NONE_ABOVE_6, True): _("no player still in has a flap above 6 open"),
        (OneDie.AT_MOST_6_OPEN, False): _("six or fewer flaps are open"),
        (OneDie.AT_MOST_6_OPEN, True): _("every player still in has six or fewer flaps open"),
        (OneDie.SUM_AT_MOST_6, False): _("the open flaps add up to 6 or less"),
        (OneDie.SUM_AT_MOST_6, True): _("the open flaps of every player still in add up to 6 or less"),
    }[rules.one_die, common]
    if rules.one_die_forced:
        yield _("One die is thrown, and no more, when {condition}.").format(condition=when)
    else:
        yield _("One die may be thrown when {condition}.").format(condition=when)


def _about_closing(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.combine is Combine.SUM:
        yield _("Close any open flaps that add up to the throw.")
    elif rules.combine is Combine.EITHER:
        yield _("Close the number of one die, those of several, or their sum as one flap.")
    else:
        yield _("Close exactly one flap: the number of a die, or the sum.")
    if rules.max_flaps:
        yield _("A throw closes at most so many flaps: {most}.").format(most=rules.max_flaps)
    # Where any throw may close as many, or none can, three flaps are nothing that a double has over others.
    three = rules.combine is Combine.SUM and 0 < rules.max_flaps < FLAPS_ON_A_DOUBLE
    if rules.doubles is Doubles.AGAIN_OR_THREE and three:
        yield _("On a double you may throw again instead, or close up to three flaps.")
    elif rules.doubles is Doubles.AGAIN_OR_THREE:
        yield _("On a double you may throw again instead.")
    elif rules.doubles is Doubles.AGAIN_AFTER_OR_THREE and three:
        yield _("On a double you close as usual and throw again, or close three flaps.")
    elif rules.doubles is Doubles.AGAIN_AFTER_OR_THREE:
        yield _("On a double you close as usual and throw again.")


def _about_being_blocked(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.play is Play.UNTIL_BLOCKED:
        pass
    elif not rules.out_after:
        yield _("A throw that cannot be made is passed, as often as it takes.")
    elif rules.out_after == 1:
        yield _("Who cannot make a throw is out of the round.")
    else:
        yield _(
            "A throw that cannot be made is passed; so many passes in a row put a player out: {passes}."
        ).format(passes=rules.out_after)
    if rules.shut_ends_round:
        yield _("Shutting the box ends the round at once.")
    else:
        yield _("When someone shuts the box, the others still play the round out.")


def _about_scores(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.scoring is Scoring.SUM:
        yield _("What is left open is added up, and low scores win.")
    elif rules.scoring is Scoring.DIGITS:
        yield _("What is left open is read as one number from left to right, and low scores win.")
    else:
        yield _("The flaps left open are counted, and low scores win.")
    if rules.others_multiplier_on_shut > 1:
        yield _("A shut box multiplies the round's scores of all others by {times}.").format(
            times=rules.others_multiplier_on_shut
        )


def _about_the_match(rules: RuleSet, _: Translate) -> Iterator[str]:
    if rules.match is MatchKind.SINGLE:
        yield _("The match is one round.")
    elif rules.match is MatchKind.ROUNDS:
        yield _("The lowest total wins after so many rounds: {rounds}.").format(rounds=rules.rounds)
    elif rules.match is MatchKind.TARGET:
        yield _(
            "The match ends with the round in which a total reaches {target}; the lowest total wins."
        ).format(target=rules.target)
    elif not rules.eliminate_at:
        yield _("Round follows round until the players stop.")
    if rules.eliminate_at:
        yield _("Whose total reaches {points} leaves the match, and the last one in wins.").format(
            points=rules.eliminate_at
        )
        yield _("If the last ones go in the same round, the lowest of their totals wins.")
        yield _("Those put out in the same round share the place.")
    if rules.match is not MatchKind.SINGLE:
        if rules.starter is Starter.ROTATE:
            yield _("The next round is begun by the next seat clockwise.")
        else:
            yield _("The same seat begins every round.")
    yield from _about_money(rules, _)


def _about_money(rules: RuleSet, _: Translate) -> Iterator[str]:
    """The stake; where there is none but a shut box would earn more of it, what one would be."""
    if rules.stake:
        yield _(
            "Each player pays {stake} into the pool as a round begins, and the lowest score takes the pool."
        ).format(stake=rules.stake)
    elif rules.shut_multiplier > 1:
        yield _("Without a stake it is played for fun.")
        yield _(
            "With one, each player pays it into the pool as a round begins, and the lowest score takes the pool."
        )
    else:
        return
    if rules.shut_multiplier > 1:
        yield _("A shut box earns the stake of every other player {times} times over.").format(
            times=rules.shut_multiplier
        )
