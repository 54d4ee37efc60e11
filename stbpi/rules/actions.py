"""Decisions as values: what people and dice did, the only thing a journal or a record has to hold.

``to_json`` and ``from_json`` are the one written form of them. ``do`` names the decision::

    {"do": "roll", "dice": [6, 3]}      {"do": "close", "flaps": [1, 8]}
    {"do": "roll_again"}                {"do": "close", "flaps": [4], "player": 2}
    {"do": "next_round"}                {"do": "stop"}
    {"do": "retire", "player": 0}       {"do": "correct", "player": 0, "points": -3, "reason": "..."}
    {"do": "undo"}                      {"do": "redo"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from stbpi.rules.errors import ActionError
from stbpi.rules.match import Match
from stbpi.rules.ruleset import nearest


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice were thrown and show this."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Close:
    """Flaps were closed together; ``player`` only where several answer a common throw."""

    flaps: tuple[int, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class RollAgain:
    """A double is thrown again instead of being closed."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round begins."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The players end an open match."""


@dataclass(frozen=True, slots=True)
class Retire:
    """A player leaves the match."""

    player: int


@dataclass(frozen=True, slots=True)
class Correct:
    """An operator adds points to a total, for a reason."""

    player: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last action is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The action taken back last is made again."""


Action: TypeAlias = Roll | Close | RollAgain | NextRound | Stop | Retire | Correct
"""What changes a match."""

Decision: TypeAlias = Action | Undo | Redo
"""What is journalled: actions, and taking them back."""


def apply(match: Match, action: Action) -> Match:
    """The match after the action; raises :class:`stbpi.rules.errors.IllegalAction`."""
    match_after: Match
    if isinstance(action, Roll):
        match_after = match.roll(*action.dice)
    elif isinstance(action, Close):
        match_after = match.close(action.flaps, action.player)
    elif isinstance(action, RollAgain):
        match_after = match.roll_again()
    elif isinstance(action, NextRound):
        match_after = match.next_round()
    elif isinstance(action, Stop):
        match_after = match.stop()
    elif isinstance(action, Retire):
        match_after = match.retire(action.player)
    else:
        match_after = match.correct(action.player, action.points, action.reason)
    return match_after


def to_json(decision: Decision) -> dict[str, Any]:
    """The written form, of JSON values only."""
    if isinstance(decision, Roll):
        return {"do": "roll", "dice": list(decision.dice)}
    if isinstance(decision, Close):
        written: dict[str, Any] = {"do": "close", "flaps": list(decision.flaps)}
        return written if decision.player is None else {**written, "player": decision.player}
    if isinstance(decision, Retire):
        return {"do": "retire", "player": decision.player}
    if isinstance(decision, Correct):
        return {
            "do": "correct",
            "player": decision.player,
            "points": decision.points,
            "reason": decision.reason,
        }
    return {"do": _BARE[type(decision)]}


def from_json(written: object) -> Decision:
    """The decision that ``to_json`` wrote; raises :class:`ActionError` for anything else."""
    if not isinstance(written, Mapping):
        raise ActionError(
            f"{written!r} is no decision; write an object such as {{'do': 'roll', 'dice': [6, 3]}}."
        )
    name = written.get("do")
    if not isinstance(name, str) or name not in _READERS:
        raise ActionError(f"do = {name!r} is no decision: {nearest(str(name), _READERS)}")
    read, needed, possible = _READERS[name]
    for key in needed:
        if key not in written:
            raise ActionError(f"The decision {name!r} lacks {key!r}; write it with {', '.join(needed)}.")
    for key in written:
        if key != "do" and key not in needed and key not in possible:
            raise ActionError(f"The decision {name!r} has no {key!r}; leave it out.")
    return read(written)


def _whole(written: Mapping[str, Any], key: str) -> int:
    value = written[key]
    if type(value) is not int:
        raise ActionError(f"{key} = {value!r} of the decision {written['do']!r} must be a whole number.")
    return value


def _wholes(written: Mapping[str, Any], key: str) -> tuple[int, ...]:
    values = written[key]
    if not isinstance(values, list | tuple) or any(type(value) is not int for value in values):
        raise ActionError(
            f"{key} = {values!r} of the decision {written['do']!r} must be a list of whole numbers."
        )
    return tuple(values)


def _read_close(written: Mapping[str, Any]) -> Close:
    player = None if written.get("player") is None else _whole(written, "player")
    return Close(_wholes(written, "flaps"), player)


def _read_correct(written: Mapping[str, Any]) -> Correct:
    reason = written["reason"]
    if not isinstance(reason, str):
        raise ActionError(f"reason = {reason!r} of the decision 'correct' must be text.")
    return Correct(_whole(written, "player"), _whole(written, "points"), reason)


_BARE: Mapping[type, str] = {
    RollAgain: "roll_again",
    NextRound: "next_round",
    Stop: "stop",
    Undo: "undo",
    Redo: "redo",
}

_READERS: Mapping[str, tuple[Callable[[Mapping[str, Any]], Decision], tuple[str, ...], tuple[str, ...]]] = {
    "roll": (lambda written: Roll(_wholes(written, "dice")), ("dice",), ()),
    "close": (_read_close, ("flaps",), ("player",)),
    "roll_again": (lambda _: RollAgain(), (), ()),
    "next_round": (lambda _: NextRound(), (), ()),
    "stop": (lambda _: Stop(), (), ()),
    "retire": (lambda written: Retire(_whole(written, "player")), ("player",), ()),
    "correct": (_read_correct, ("player", "points", "reason"), ()),
    "undo": (lambda _: Undo(), (), ()),
    "redo": (lambda _: Redo(), (), ()),
}
"""How each decision is read, the keys it must have and those it may have."""
