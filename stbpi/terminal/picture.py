"""Rows of flaps, dice and scores, drawn with letters to the width there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations

from stbpi.rules import Match, MatchKind, Status
from stbpi.terminal.cast import Cast
from stbpi.terminal.look import Look, padded, width

INDENT = "  "


def dice(thrown: Sequence[int], look: Look) -> str:
    """``[6] [3] = 9``."""
    drawn = look.lively(" ".join(f"[{pips}]" for pips in thrown))
    return f"{INDENT}{drawn}" + (f" = {sum(thrown)}" if len(thrown) > 1 else "")


def row(flaps: Sequence[int], opened: Iterable[int], look: Look, columns: int) -> list[str]:
    """A row of flaps, each closed one a dot as wide as its number, on as many lines as it takes."""
    still = frozenset(opened)
    edge = look.faint(look.edge)
    lines: list[str] = []
    drawn, used = edge, 1
    for flap in flaps:
        number = str(flap)
        if used + len(number) + 1 > columns and used > 1:
            lines.append(drawn)
            drawn, used = edge, 1
        shut = look.faint(look.closed_flap.rjust(len(number)))
        drawn += (look.strong(number) if flap in still else shut) + edge
        used += len(number) + 1
    return [*lines, drawn]


def row_columns(flaps: Sequence[int]) -> int:
    """The columns of a row on one line."""
    return 1 + sum(len(str(flap)) + 1 for flap in flaps)


def seats(match: Match, cast: Cast, look: Look, messages: NullTranslations) -> list[str]:
    """Everybody's row with who is to act and what they have, a line each where that fits."""
    flaps = match.rules.flaps
    everyone = range(len(cast.names))
    notes = [_note(match, seat, messages) for seat in everyone]
    name_columns = max(width(name) for name in cast.names)
    needed = 2 + name_columns + 1 + row_columns(flaps) + 2 + max(width(note) for note in notes)
    lines: list[str] = []
    for seat in everyone:
        acting = seat in match.waiting_for
        name, note = cast.names[seat], notes[seat]
        head = f"{look.lively(look.pointer) if acting else ' '} {look.strong(name) if acting else name}"
        if needed <= look.columns:
            beside = " " * (name_columns - width(name) + 1)
            drawn = row(flaps, match.open_flaps(seat), look, row_columns(flaps))[0]
            lines.append(f"{head}{beside}{drawn}  {note}".rstrip())
            continue
        if 3 + width(name) + width(note) <= look.columns:
            lines.append(f"{head} {note}".rstrip())
        else:
            lines += [head, *look.prose(note, INDENT)]
        room = look.columns - len(INDENT)
        lines += [INDENT + line for line in row(flaps, match.open_flaps(seat), look, room)]
    return lines


def _note(match: Match, seat: int, messages: NullTranslations) -> str:
    """What there is to say about a player beside the row."""
    _ = messages.gettext
    said: list[str] = []
    status, score = match.status(seat), match.round_scores[seat]
    if not match.in_match(seat):
        said.append(_gone(match, seat, messages))
    elif status is Status.OUT:
        said.append(_("out"))
    elif status is Status.SHUT:
        said.append(_("shut"))
    elif match.passes(seat):
        said.append(
            messages.ngettext("{n} pass", "{n} passes", match.passes(seat)).format(n=match.passes(seat))
        )
    if score is not None:
        said.append(str(score))
    if any(match.totals):
        said.append(_("total {total}").format(total=match.totals[seat]))
    return ", ".join(said)


def _gone(match: Match, seat: int, messages: NullTranslations) -> str:
    """Why a player is not in the match any more."""
    limit = match.rules.eliminate_at
    return messages.gettext("out") if limit and match.totals[seat] >= limit else messages.gettext("left")


def standing(match: Match, cast: Cast, look: Look, messages: NullTranslations) -> list[str]:
    """Places, names and what each has: this round's score, the total, the money."""
    _ = messages.gettext
    several = match.rules.match is not MatchKind.SINGLE
    money = bool(match.rules.stake)
    header = ["", _("player"), _("round {number}").format(number=match.round) if several else _("score")]
    header += [_("total")] * several + [_("money")] * money
    ranked = any(standing.total is not None for standing in match.standings)
    table = [header]
    for place in match.standings:
        seat = place.player
        score = match.round_scores[seat]
        # A correction changes a total, and in a match of one round that is all there is to show.
        shown = place.total if not several and place.total is not None else score
        cells = [
            f"{place.rank}." if ranked else "",
            cast.names[seat] + ("" if match.in_match(seat) else f" ({_gone(match, seat, messages)})"),
            look.nothing if shown is None else str(shown),
        ]
        cells += [look.nothing if place.total is None else str(place.total)] * several
        cells += [f"{match.balances[seat]:+d}" if match.balances[seat] else "0"] * money
        table.append(cells)
    pool = [INDENT + _("In the pool: {money}").format(money=match.pool)] if match.pool else []
    return _laid_out(table, look) + pool


def _laid_out(table: Sequence[Sequence[str]], look: Look) -> list[str]:
    """A table whose first row are its headings; where it is too wide, a few lines for each row."""
    columns = [max(width(cells[i]) for cells in table) for i in range(len(table[0]))]
    if len(INDENT) + sum(columns) + 2 * (len(columns) - 1) <= look.columns:
        lines = []
        for number, cells in enumerate(table):
            place, name, *figures = cells
            parts = [padded(place, columns[0]), padded(name, columns[1])]
            parts += [" " * (columns[i + 2] - width(one)) + one for i, one in enumerate(figures)]
            line = (INDENT + "  ".join(parts)).rstrip()
            lines.append(look.faint(line) if number == 0 else line)
        return lines
    lines = []
    for place, name, *figures in table[1:]:
        lines.append(f"{INDENT}{place} {name}".rstrip())
        for heading, one in zip(table[0][2:], figures, strict=True):
            lines += look.prose(f"{heading}: {one}", INDENT * 3)
    return lines
