"""What matches come to together, in sentences, bars and columns for a terminal of 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from stbpi.cli.best_play import BestPlay, LeftOut, why_left_out
from stbpi.cli.results import shown
from stbpi.locale.forms import measured, whole
from stbpi.locale.lists import listed
from stbpi.locale.people import house
from stbpi.rules.names import set_name, variant_name
from stbpi.rules.players import house_strength, number_in
from stbpi.table.played import Ending

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.cli.best_play import Best
    from stbpi.store.almanac import KindFigures, PlayerFigures
    from stbpi.table.played import Best as Record
    from stbpi.table.played import GameKind, PlayedMatch

COLUMNS = 79
"""What is written to the very last column of 80 makes some terminals begin a new line."""

MOST_BARS = 12
"""A histogram that stands on one screen together with what it is of."""

LONGEST_BAR = 40

BY_LENGTH_FROM = 10_000
"""Scores read as digits: from here on what tells them apart is how long they are."""


def told(
    played: Sequence[PlayedMatch],
    kinds: Sequence[KindFigures],
    players: Sequence[PlayerFigures],
    messages: NullTranslations,
    best: Mapping[GameKind, Best],
) -> Iterator[str]:
    """The lines about all matches, each kind of game with its best play, and everybody who gave a name."""
    if not played:
        yield messages.gettext("Nothing has been played yet.")
        return
    endings = _endings((match.ending for match in played), messages)
    yield from _wrapped(
        messages.gettext("{name}: {what}").format(name=matches(len(played), messages), what=endings)
    )
    for one in kinds:
        yield ""
        yield from _kind(one, best.get(one.kind), messages)
    if players:
        yield ""
        yield from _table(players, messages)


def matches(number: int, messages: NullTranslations) -> str:
    """``1 match``, ``2 matches``."""
    return messages.ngettext("{n} match", "{n} matches", number).format(n=whole(number, messages))


def player(name: str, messages: NullTranslations) -> str:
    """A name for a terminal; who is only called by a seat is so in every language."""
    number, strength = number_in(name), house_strength(name)
    if strength is not None:
        return house(strength, messages)
    return shown(name) if number is None else messages.gettext("Player {number}").format(number=number)


def _wrapped(text: str, indent: str = "") -> Iterator[str]:
    yield from wrap(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )


def _kind(one: KindFigures, best: Best | None, messages: NullTranslations) -> Iterator[str]:
    yield from _wrapped(label(one.kind, messages))
    scores = messages.ngettext("{n} score", "{n} scores", one.scores)
    about = [matches(one.matches, messages), scores.format(n=whole(one.scores, messages))]
    possible = [*one.spread, *(best.chances if isinstance(best, BestPlay) else ())]
    as_number = max(possible, default=0) < BY_LENGTH_FROM
    if one.average is not None and as_number:
        # Of digits read as a number the mean is that of the longest few, and says nothing.
        about.append(messages.gettext("on average {score}").format(score=measured(one.average, messages)))
    if one.scores:
        shut = messages.ngettext("shut {n} time", "shut {n} times", one.shut)
        about.append(shut.format(n=whole(one.shut, messages)))
    yield from _wrapped(", ".join(about), "  ")
    if best is not None:
        yield from _wrapped(_best_play(best, messages, average=as_number), "  ")
    if one.best is not None:
        yield from _wrapped(_record(one.best, messages), "  ")
    yield from _bars(histogram(one.spread, messages), messages)


def _best_play(best: Best, messages: NullTranslations, *, average: bool) -> str:
    if isinstance(best, LeftOut):
        return why_left_out(best, messages)
    _ = messages.gettext
    about = [_("on average {score}").format(score=measured(best.average, messages))] if average else []
    chance = _("{n}%").format(n=measured(100 * best.shut, messages))
    about.append(_("shut {chance} of the time").format(chance=chance))
    return _("optimal play: {figures}").format(figures=", ".join(about))


def _bars(bars: Sequence[tuple[str, int]], messages: NullTranslations) -> Iterator[str]:
    most = max((times for _, times in bars), default=0)
    wide = max((len(name) for name, _ in bars), default=0)
    for name, times in bars:
        bar = "#" * -(-times * LONGEST_BAR // most)
        yield f"  {name:>{wide}}  {f'{bar} ' if bar else ''}{whole(times, messages)}"


def label(kind: GameKind, messages: NullTranslations) -> str:
    """A kind of game in a few words: set and variants, flaps, and axes that were changed, as files write them."""
    flaps = kind.flaps
    unbroken = flaps == tuple(range(flaps[0], flaps[-1] + 1))
    numbers = f"{flaps[0]}-{flaps[-1]}" if unbroken else " ".join(map(str, flaps))
    _ = messages.gettext
    names = (set_name(kind.rules, _), *(variant_name(each, _) for each in kind.variants))
    parts = (
        " + ".join(map(shown, names)),
        _("flaps {flaps}").format(flaps=numbers),
        *map(shown, kind.changed),
    )
    return ", ".join(parts)


def _record(best: Record, messages: NullTranslations) -> str:
    names = listed([player(name, messages) for name in best.players], messages)
    if best.times > 1:
        text = messages.ngettext(
            "record {score}: {names} ({n} time, first in match {match})",
            "record {score}: {names} ({n} times, first in match {match})",
            best.times,
        )
    else:
        text = messages.gettext("record {score}: {names} (in match {match})")
    return text.format(score=best.score, names=names, n=whole(best.times, messages), match=best.match_id)


def histogram(spread: dict[int, int], messages: NullTranslations) -> list[tuple[str, int]]:
    """How many scores lie in each of at most ``MOST_BARS`` equal steps from 0 on; long ones go by their length."""
    if not spread:
        return []
    highest = max(spread)
    if highest >= BY_LENGTH_FROM:
        return _by_length(spread, messages)
    step = next(
        width
        for power in range(5)
        for width in (10**power, 2 * 10**power, 5 * 10**power)
        if highest // width < MOST_BARS
    )
    bars = []
    for low in range(0, highest + 1, step):
        times = sum(spread.get(score, 0) for score in range(low, low + step))
        bars.append((str(low) if step == 1 else f"{low}-{low + step - 1}", times))
    return bars


def _by_length(spread: dict[int, int], messages: NullTranslations) -> list[tuple[str, int]]:
    """Of many lengths, several to a bar."""
    lengths = Counter[int]()
    for score, times in spread.items():
        if score:
            lengths[len(str(score))] += times
    shut = [("0", spread[0])] if 0 in spread else []
    longest = max(lengths)
    together = -(-longest // (MOST_BARS - 1)) if len(lengths) >= MOST_BARS else 1
    bars = []
    for low in range(1, longest + 1, together):
        high = low + together - 1
        times = sum(lengths[length] for length in range(low, high + 1))
        if together > 1:
            bars.append((messages.gettext("{least}-{most} digits").format(least=low, most=high), times))
        elif times:
            bars.append((messages.ngettext("{n} digit", "{n} digits", low).format(n=low), times))
    return shut + bars


def _table(players: Sequence[PlayerFigures], messages: NullTranslations) -> Iterator[str]:
    """A row for each player; a name that leaves the figures no room has lines of its own above them."""
    _ = messages.gettext
    money = any(one.balance for one in players)
    heads = [_("matches"), _("won"), _("rounds"), _("boxes shut"), _("balance")]
    rows = [heads] + [
        [
            *(whole(count, messages) for count in (p.matches, p.won, p.rounds, p.shut)),
            _signed(p.balance, messages),
        ]
        for p in players
    ]
    if not money:
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = ["", *(player(p.name, messages) for p in players)]
    room = COLUMNS - sum(width + 2 for width in widths)
    first = max((len(name) for name in names if len(name) <= room), default=0)
    for name, row in zip(names, rows, strict=True):
        cells = "".join(f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        if len(name) > first:
            yield from wrap(name, COLUMNS)
            yield f"{'':{first}}{cells}"
        else:
            yield f"{name:{first}}{cells}"


def _signed(number: int, messages: NullTranslations) -> str:
    return f"{'+' if number >= 0 else ''}{whole(number, messages)}"


def _endings(endings: Iterable[Ending], messages: NullTranslations) -> str:
    return ", ".join(_ended(ending, times, messages) for ending, times in Counter(endings).most_common())


def _ended(ending: Ending, times: int, messages: NullTranslations) -> str:
    match ending:
        case Ending.FINISHED:
            text = messages.ngettext("{n} finished", "{n} finished", times)
        case Ending.STOPPED:
            text = messages.ngettext("{n} stopped", "{n} stopped", times)
        case Ending.ABANDONED:
            text = messages.ngettext("{n} abandoned", "{n} abandoned", times)
        case Ending.PLAYING:
            text = messages.ngettext("{n} being played", "{n} being played", times)
    return text.format(n=whole(times, messages))
