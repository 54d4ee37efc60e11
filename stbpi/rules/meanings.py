"""What every axis means, in a few words.

Words that files write (``shared``, ``max_flaps``) are no language's: they stand in the messages as places of their
own name and are filled in as they are, marked as whoever shows them wants.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter

Translate = Callable[[str], str]


def meaning(axis: str, translate: Translate = str, mark: Callable[[str], str] = str) -> str:
    """What an axis decides and each of its words stands for, the words given to ``mark`` before they are set in."""
    text = _meanings(translate)[axis]
    words = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return text.format(**{word: mark(word) for word in words})


def _meanings(translate: Translate) -> dict[str, str]:
    _ = translate
    return {
        "flaps": _("the flaps of a row: how many, from 1 up, or their numbers"),
        "closed_at_start": _("flaps that are closed before anybody throws"),
        "rows": _("{shared}: all play on one row in turn; {own}: everybody has a row of their own"),
        "play": _(
            "{until_blocked}: a turn is thrown on until a throw is blocked; {one_throw}: a turn is one throw; "
            "{common_throw}: one throw, answered by everybody still in, each on a row of their own"
        ),
        "dice": _("how many dice are thrown"),
        "die_sides": _("sides of a die"),
        "one_die": _(
            "when one die may be thrown instead of all: {never}; {none_above_6}: no flap above 6 is open; "
            "{at_most_6_open}: six flaps or fewer are open; {sum_at_most_6}: the open flaps add up to 6 or less"
        ),
        "one_die_forced": _("whether one die then must be thrown"),
        "combine": _(
            "what answers a throw: {sum}: any flaps that add up to it; {either}: the number of a die, those of "
            "several, or the sum as one flap; {single}: exactly one flap, the number of a die or the sum"
        ),
        "max_flaps": _("flaps one throw may close at most; 0: no limit"),
        "doubles": _(
            "what a double of two dice is: {plain}: a throw like any other; {again_or_three}: it may be thrown "
            "again instead of being answered, and may close up to three flaps where {max_flaps} is less; "
            "{again_after_or_three}: it is answered as usual and then thrown again, or closes exactly three flaps "
            "where {max_flaps} is less"
        ),
        "out_after": _("blocked throws in a row before a player is out of the round; 0: never"),
        "shut_ends_round": _("whether shutting the box ends the round at once; else it is played out"),
        "scoring": _(
            "what open flaps note: {sum}: their sum; {digits}: their numbers read as one; {count}: how many they are"
        ),
        "match": _(
            "when the match ends: {single}: after one round; {rounds}: after as many as {rounds} says; {target}: "
            "with the round in which a total comes to {target}; {open}: when the players stop"
        ),
        "rounds": _("rounds of a match that counts them"),
        "target": _("points that end a match with a target"),
        "stake": _("what everybody pays into the pool as a round begins, in the smallest coin; 0: nothing"),
        "shut_multiplier": _("what shutting makes of the stake of every other player; 1: nothing more"),
        "starter": _("who begins the next round: {rotate}: the next seat clockwise; {same}: the same seat"),
        "min_players": _("the fewest who can play"),
        "max_players": _("the most who can play"),
        "first_throw_closes": _("the flap that the first throw of a turn must close; 0: none"),
        "stop_on": _("the throw that ends a turn as if it were blocked; 0: none"),
        "eliminate_at": _("the total with which a player is out of the match; 0: none"),
        "others_multiplier_on_shut": _("what a shut box multiplies all scores of its round by, once"),
    }
