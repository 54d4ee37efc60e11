"""A match that was judged, as people read it: an account for each player, and the decisions that cost something."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

from stbpi.cli.figures import COLUMNS, player
from stbpi.cli.odds_told import points_shown
from stbpi.locale.forms import measured
from stbpi.rules.names import set_name, variant_name

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.odds.judge import Choice, Judged, Judgement
    from stbpi.rules.record import Record


def told(record: Record, judgement: Judgement, messages: NullTranslations) -> Iterator[str]:
    """The lines about one match."""
    _ = messages.gettext
    rules = record.rules
    title = " + ".join((set_name(rules.name, _), *(variant_name(each, _) for each in rules.variants)))
    yield from _wrapped(title)
    names = [player(name, messages) for name in record.players]
    for name, account, wins_known in zip(names, judgement.accounts, judgement.wins_known, strict=True):
        yield ""
        yield from _wrapped(name)
        if not account.turns:
            yield from _wrapped(_("Nothing noted yet."), "  ")
            continue
        yield from _wrapped(
            _("Noted {noted}: {expected} expected, {luck} by luck, {lost} by deciding.").format(
                noted=points_shown(account.scored, messages),
                expected=points_shown(account.expected, messages),
                luck=points_signed(account.luck, messages),
                lost=points_signed(account.points_lost, messages),
            ),
            "  ",
        )
        yield from _wrapped(
            _("Best decisions: {best} of {decisions}.").format(
                best=account.best, decisions=account.decisions
            ),
            "  ",
        )
        if wins_known:
            chance = chance_shown(account.win_lost / account.turns, messages)
            text = _("Chance to win a round lost by deciding: {chance} on average.")
            yield from _wrapped(text.format(chance=chance), "  ")
    yield ""
    costly = [one for one in judgement.decisions if one.points_lost]
    if not costly:
        yield from _wrapped(_("No decision cost points."))
        return
    yield from _wrapped(_("What cost points:"))
    for one in costly:
        yield from _wrapped(_decision(one, names[one.player], messages), "  ")


def _decision(one: Judged, name: str, messages: NullTranslations) -> str:
    _ = messages.gettext
    flaps = " ".join(map(str, one.open))
    if one.roll:
        text = _("round {round}, {name}, open {flaps}, thrown {dice}: {made}, better {best}; {points}")
    else:
        text = _("round {round}, {name}, open {flaps}: {made}, better {best}; {points}")
    return text.format(
        round=one.round,
        name=name,
        flaps=flaps,
        dice="+".join(map(str, one.roll)),
        made=choice_told(one.made, messages),
        best=choice_told(one.best, messages),
        points=points_signed(one.points_lost, messages),
    )


def choice_told(choice: Choice, messages: NullTranslations) -> str:
    """What was or could have been done, in a few words."""
    if choice.dice:
        return messages.ngettext("{n} die", "{n} dice", choice.dice).format(n=choice.dice)
    return messages.gettext("throw again") if choice.again else " ".join(map(str, choice.close))


def points_signed(points: float, messages: NullTranslations) -> str:
    """Points more or less than expected; what rounds to nothing has no sign."""
    if abs(points) < 1e-9:
        return "0"
    sign = "+" if points > 0 else "\N{MINUS SIGN}"
    return f"{sign}{points_shown(abs(points), messages)}"


def chance_shown(chance: float, messages: NullTranslations) -> str:
    """In per cent, as people read it."""
    return messages.gettext("{n}%").format(n=measured(100 * chance, messages))


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
