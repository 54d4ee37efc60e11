"""How a match's setup and its decisions stand in the rows of the journal, and the sums that guard them."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from typing import Any, get_args

from stbpi.rules import RuleSet
from stbpi.rules.actions import Decision, from_json, to_json
from stbpi.store.errors import DamagedStore
from stbpi.table.entry import Counted
from stbpi.table.setup import DiceSource, MatchSetup


@dataclass(frozen=True, slots=True)
class SetupRow:
    """The columns of ``matches`` that say what is played: JSON texts, a word, bytes, and their CRC-32."""

    rules: str
    players: str
    dice_source: str
    secret: bytes = field(repr=False)
    sum: int


def _text(value: object) -> str:
    # ASCII, whatever people type as a name.
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _setup_sum(rules: str, players: str, dice_source: str, secret: bytes) -> int:
    return zlib.crc32(_text([rules, players, dice_source, secret.hex()]).encode())


def setup_to_row(setup: MatchSetup) -> SetupRow:
    """What ``matches`` holds of a setup."""
    rules = _text(
        {"name": setup.rules.name, "variants": list(setup.rules.variants), "axes": setup.rules.axes()},
    )
    players = _text(_seats(setup))
    total = _setup_sum(rules, players, setup.dice_source, setup.secret)
    return SetupRow(rules, players, setup.dice_source, setup.secret, total)


def setup_from_row(row: SetupRow, called: str = "the match on the tray") -> MatchSetup:
    """The setup a row holds.

    Raises DamagedStore, in which the match is ``called`` so, where the row is not as it was written, or no rules
    follow from it.
    """
    if not (
        isinstance(row.rules, str)
        and isinstance(row.players, str)
        and isinstance(row.secret, bytes)
        and row.dice_source in get_args(DiceSource)
        and row.sum == _setup_sum(row.rules, row.players, row.dice_source, row.secret)
    ):
        raise DamagedStore(f"{called} does not match its own check sum")
    try:
        rules: dict[str, Any] = json.loads(row.rules)
        rule_set = RuleSet.from_axes(rules["name"], tuple(rules["variants"]), rules["axes"])
        seats = json.loads(row.players)
        seats = seats if isinstance(seats, dict) else {"names": seats}
        players = tuple(str(name) for name in seats["names"])
        sides, claimed = (tuple(int(side) for side in seats.get(key, ())) for key in ("sides", "claimed"))
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedStore(f"the rules of {called} cannot be understood ({error})") from error
    source: DiceSource = "entered" if row.dice_source == "entered" else "electronic"
    return MatchSetup(rule_set, players, source, row.secret, sides, claimed)


def _seats(setup: MatchSetup) -> object:
    """The names by seat; where people have chosen their sides, those beside them."""
    if not setup.sides and not setup.claimed:
        return list(setup.players)
    return {"names": list(setup.players), "sides": list(setup.sides), "claimed": list(setup.claimed)}


def decision_sum(before: int, seq: int, decision: str) -> int:
    """The CRC-32 of a decision's row, continued from the sum before it (the match's own before the first)."""
    return zlib.crc32(f"{seq} {decision}".encode(errors="replace"), before)


def decision_to_text(decision: Decision) -> str:
    """A decision as one line of JSON."""
    return _text(to_json(decision))


def decision_from_text(text: str) -> Decision:
    """The decision a line of JSON holds. Raises DamagedStore where it holds none."""
    try:
        return from_json(json.loads(text))
    except ValueError as error:
        raise DamagedStore(f"the decision {text!r} cannot be understood ({error})") from error


def counted_to_text(counted: Counted) -> str:
    """Dice counted on the button as one line of JSON."""
    return _text({"dice": list(counted.dice), "one_die": counted.one_die})


def counted_from_text(text: bytes) -> Counted:
    """The dice that a line of JSON holds; none where it holds nothing of that kind."""
    try:
        found = json.loads(text)
        return Counted(tuple(int(pips) for pips in found["dice"]), bool(found["one_die"]))
    except (ValueError, KeyError, TypeError):
        return Counted()


def counted_sum(text: bytes, last: int) -> int:
    """The CRC-32 of counted dice, continued from the sum of the last decision before them."""
    return zlib.crc32(text, last)
