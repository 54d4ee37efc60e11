"""What follows from the decisions, in the words of a record: written for readers, and checked when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stbpi.rules.axes import MatchKind, Play
from stbpi.rules.match import Match
from stbpi.rules.news import Blocked, Left, Out, Passed, Shut, ThrownAgain
from stbpi.rules.record import words
from stbpi.rules.record.scanner import Token, tokens_of
from stbpi.rules.record.words import Labels
from stbpi.rules.state import Phase

NO_SCORE = "no score"


class Fact(NamedTuple):
    """Something that is so, about a player or (None) about the match."""

    player: int | None
    says: str


def of_action(match: Match) -> Iterator[Fact]:
    """What the action that led to this match meant for players, in the order it happened."""
    for piece in match.news:
        if isinstance(piece, Blocked):
            yield Fact(piece.player, "blocked")
        elif isinstance(piece, Passed):
            yield Fact(piece.player, f"pass {piece.passes}")
        elif isinstance(piece, Out):
            yield Fact(piece.player, f"scores {piece.score}")
        elif isinstance(piece, Shut):
            yield Fact(piece.player, "shuts the box")
        elif isinstance(piece, ThrownAgain):
            yield Fact(piece.player, "throws again")
        elif isinstance(piece, Left):
            yield Fact(piece.player, NO_SCORE if piece.score is None else f"scores {piece.score}")


def also_of_action(match: Match) -> Iterator[Fact]:
    """What can be said besides, though it is not written: the pass that puts a player out is one too."""
    if match.rules.out_after > 1:
        for piece in match.news:
            if isinstance(piece, Out):
                yield Fact(piece.player, f"pass {match.passes(piece.player)}")


def of_position(match: Match, heading: tuple[str, ...]) -> Iterator[Fact]:
    """What can be said under a heading (one of ``words.HEADINGS``) about the match as it stands.

    Nothing at all where the heading itself is not true yet.
    """
    over = match.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
    seats = range(len(match.players))
    if heading == words.END_OF_ROUND and over:
        for seat in seats:
            yield Fact(seat, _points(match.round_scores[seat]))
        for seat in match.round_winners:
            yield Fact(seat, "wins")
        for seat in seats:
            if not match.in_match(seat):
                yield Fact(seat, "out")
    elif heading == words.TOTALS:
        for seat in seats:
            yield Fact(seat, str(match.totals[seat]))
    elif heading == words.BALANCES:
        for seat in seats:
            yield Fact(seat, f"{match.balances[seat]:+}")
        yield Fact(None, f"pool {match.pool}")
    elif heading == words.END_OF_MATCH and match.phase is Phase.MATCH_OVER:
        for seat in match.winners:
            yield Fact(seat, "wins")
        for row in match.standings:
            yield Fact(row.player, _points(row.total))
        if not match.winners:
            yield Fact(None, "nobody wins")


def headings_due(match: Match) -> Iterator[tuple[str, ...]]:
    """The headings that a reader wants to see after the action that led to this match."""
    told = {piece.what for piece in match.news}
    if "round_ended" in told:
        yield words.END_OF_ROUND
    changed = told & {"round_ended", "corrected"}
    if changed and (match.rules.match is not MatchKind.SINGLE or "corrected" in told):
        yield words.TOTALS
    if match.rules.stake and told & {"round_ended", "match_ended"}:
        yield words.BALANCES
    if match.phase is Phase.MATCH_OVER and told & {"match_ended", "corrected"}:
        yield words.END_OF_MATCH


def heading_text(match: Match, heading: tuple[str, ...]) -> str:
    """A heading as it is written."""
    text = " ".join(heading)
    return f"{text} {match.round}" if heading == words.END_OF_ROUND else text


def note(match: Match, subject: int | None, labels: Labels) -> str:
    """The consequences of an action in brackets behind it, with a blank before; nothing where there are none.

    ``subject`` is the player of the line, who need not be named; for a throw that all answer everyone is.
    """
    alone = match.rules.play is not Play.COMMON_THROW
    said = [
        fact.says if alone and fact.player == subject else f"{labels[fact.player]} {fact.says}"
        for fact in of_action(match)
        if fact.player is not None
    ]
    return f" ({', '.join(said)})" if said else ""


def line(match: Match, heading: tuple[str, ...], labels: Labels) -> str:
    """A line of consequences under a heading."""
    said = [
        fact.says if fact.player is None else f"{labels[fact.player]} {fact.says}"
        for fact in of_position(match, heading)
    ]
    return f"({heading_text(match, heading)}: {', '.join(said)})"


def accepted(facts: Iterator[Fact], subject: int | None, labels: Labels) -> dict[tuple[Token, ...], str]:
    """Every way of saying these facts, and the usual one of each."""
    ways: dict[tuple[Token, ...], str] = {}
    for player, says in facts:
        if player is None:
            ways[tokens_of(says)] = says
            continue
        usual = says if player == subject else f"{labels[player]} {says}"
        ways[tokens_of(usual)] = usual
        for label in labels.all_of(player):
            ways[tokens_of(f"{label} {says}")] = usual
    return ways


def is_said(fact: tuple[Token, ...], ways: Mapping[tuple[Token, ...], str]) -> bool:
    """Whether a fact is one of these, or several of them in one: ``Anna and Ben win``.

    In this the word ``and`` always stands between two names; a name that has it is put in quotes.
    """
    if fact in ways:
        return True
    *names, verb = fact
    if verb != ("word", "win"):
        return False
    together: list[list[Token]] = [[]]
    for token in names:
        if token == ("word", "and"):
            together.append([])
        else:
            together[-1].append(token)
    each = {ways.get((*one, ("word", "wins"))) for one in together}
    return len(together) > 1 and None not in each and len(each) == len(together)


def _points(score: int | None) -> str:
    return NO_SCORE if score is None else str(score)
