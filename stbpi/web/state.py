"""A snapshot of the table as the JSON of ``GET /api/v1/state``.

Whole numbers stay exact here, but a browser rounds those beyond 2**53 (scores read as digits grow past that):
beside ``score`` and ``total`` stand ``score_text`` and ``total_text``, the same numbers as texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from gettext import NullTranslations

from stbpi.locale import LANGUAGES, catalogue
from stbpi.locale.refusals import spoken
from stbpi.rules import Match, RuleSet
from stbpi.rules.actions import Correct
from stbpi.rules.aims import told
from stbpi.rules.describe import sentences
from stbpi.rules.said import Said
from stbpi.table.dice import commitment_of, told_secret
from stbpi.table.events import FlapRef
from stbpi.table.menu_course import REASON
from stbpi.table.prompts import Item, Prompt
from stbpi.table.reports import SwitchReport
from stbpi.table.setup import TraySides
from stbpi.table.view import TableView
from stbpi.web.attract import attract_json
from stbpi.web.beside import Json, menu_json, service_json, switch_json
from stbpi.web.room import Room, room_for
from stbpi.web.service import Fault, RuleChoice, Snapshot


def state_json(snapshot: Snapshot, *, simulated: bool = False) -> dict[str, Json]:
    """The whole state, seats and sides 0-based; ``simulated`` says whether flaps can be moved over HTTP."""
    view = snapshot.view
    match = view.match
    standing = _IDLE if match is None else _match_json(match)
    return {
        "seq": snapshot.seq,
        **standing,
        "rules": _rules_json(view.setup.rules),
        "players": _players_json(view, match),
        "prompt": {
            **_prompt_json(view.prompt),
            "text": snapshot.text,
            "texts": dict(snapshot.texts),
            "menu": menu_json(view.prompt.menu, snapshot.menu, snapshot.menus),
            "service": service_json(view.prompt.service),
        },
        "language": view.choices.language,
        "faults": [_fault_json(fault) for fault in snapshot.faults],
        "tray": _flaps_json(view.closed),
        "pending": _flaps_json(view.pending),
        "doubted": _refs_json(sorted(view.doubted)),
        "sides": [list(side) for side in view.sides.flaps],
        "can_undo": view.can_undo,
        "can_redo": view.can_redo,
        "kept": view.kept,
        "dice_source": view.setup.dice_source,
        **_sealed_json(view),
        "dice_correctable": list(view.correctable),
        "rest": view.rest.value,
        "attract": attract_json(view),
        "simulated": simulated,
    }


def rules_json(
    choices: Iterable[RuleChoice], sides: TraySides, messages: NullTranslations
) -> dict[str, Json]:
    """``GET /api/v1/rules``: every set there is, its variants, its axes, what they come to, and who has room for it.

    ``perfect`` says what the perfect player of the house plays for.

    ``messages`` are those of the language in which that is said.
    """
    translate = messages.gettext
    return {
        "rules": [
            {
                **_rules_json(choice.rules),
                **_room_json(room_for(choice.rules, sides), messages),
                "known_variants": list(choice.variants),
                "about": list(sentences(choice.rules, translate)),
                "perfect": told(choice.rules, translate),
            }
            for choice in choices
        ]
    }


def _room_json(room: Room, messages: NullTranslations) -> dict[str, Json]:
    return {
        "most_here": room.most,
        "misfit": None if room.misfit is None else spoken(room.misfit, messages),
    }


def switches_json(switches: Iterable[SwitchReport]) -> dict[str, Json]:
    """``GET /api/v1/switches``: every switch and what it has done since the tray was opened."""
    return {"switches": [switch_json(switch) for switch in switches]}


_IDLE: dict[str, Json] = {
    "phase": "idle",
    "round": 0,
    "dice": [],
    "dice_choices": [],
    "can_roll_again": False,
    "waiting_for": [],
    "pool": 0,
    "standings": [],
    "round_winners": [],
    "winners": [],
    "news": [],
}


def _match_json(match: Match) -> dict[str, Json]:
    return {
        "phase": match.phase.value,
        "round": match.round,
        "dice": list(match.dice),
        "dice_choices": list(match.dice_choices),
        "can_roll_again": match.can_roll_again,
        "waiting_for": list(match.waiting_for),
        "pool": match.pool,
        "standings": [
            {"rank": row.rank, "player": row.player, "total": row.total, "total_text": _text(row.total)}
            for row in match.standings
        ],
        "round_winners": list(match.round_winners),
        "winners": list(match.winners),
        "news": [piece.to_json() for piece in match.news],
    }


def _sealed_json(view: TableView) -> dict[str, Json]:
    """What electronic dice can be checked by: of this match, and of the one that was left for it."""
    left = view.left
    before: Json = None
    if left is not None and left.dice_source == "electronic":
        before = {"commitment": commitment_of(left), "secret": told_secret(left, None, left=True)}
    return {
        "dice_commitment": commitment_of(view.setup),
        "dice_secret": told_secret(view.setup, view.match),
        "dice_before": before,
    }


def _rules_json(rules: RuleSet) -> dict[str, Json]:
    axes: dict[str, Json] = {
        axis: list[Json](value) if isinstance(value, list) else value for axis, value in rules.axes().items()
    }
    return {**axes, "name": rules.name, "variants": list(rules.variants)}


def _players_json(view: TableView, match: Match | None) -> list[Json]:
    setup = view.setup
    # What flaps a set starts with is a rule; a match that has just begun knows it.
    shown = Match.start(setup.rules, setup.players) if match is None else match
    return [
        {
            "name": name,
            "side": setup.side_of(seat),
            "claimed": setup.side_of(seat) in setup.claimed,
            "open": list(shown.open_flaps(seat)),
            "status": None if match is None else match.status(seat).value,
            "score": None if match is None else match.round_scores[seat],
            "score_text": None if match is None else _text(match.round_scores[seat]),
            "total": 0 if match is None else match.totals[seat],
            "total_text": "0" if match is None else _text(match.totals[seat]),
            "corrections": [_correction_json(one) for one in view.corrections if one.player == seat],
            "balance": 0 if match is None else match.balances[seat],
            "left": seat in view.gone,
            "passes": 0 if match is None else match.passes(seat),
            "legal_moves": [] if match is None else [list(move) for move in match.legal_moves(seat)],
        }
        for seat, name in enumerate(setup.players)
    ]


def _correction_json(correction: Correct) -> Json:
    """Points that were added to a total, and why; ``at_table`` where that is only that the tray's menu was used."""
    return {
        "points": correction.points,
        "points_text": str(correction.points),
        "reason": correction.reason,
        "at_table": correction.reason == REASON,
    }


def _prompt_json(prompt: Prompt) -> dict[str, Json]:
    return {
        "code": prompt.code.value,
        "player": prompt.player,
        "dice": list(prompt.dice),
        "awaited": prompt.awaited,
        "remaining": prompt.remaining,
        "score": prompt.score,
        "score_text": _text(prompt.score),
        "flaps": _refs_json(prompt.flaps),
        "close": _refs_json(prompt.close),
        "assumed": _refs_json(prompt.assumed),
        "winners": list(prompt.winners),
        "press": prompt.press and prompt.press.value,
        "hold": prompt.hold and prompt.hold.value,
        "releasing": prompt.releasing and prompt.releasing.value,
        "items": [_item_json(item) for item in prompt.items],
    }


def _item_json(item: Item) -> Json:
    return {
        "code": item.code.value,
        "player": item.player,
        "flaps": _refs_json(item.flaps),
        "close": _refs_json(item.close),
        "assumed": _refs_json(item.assumed),
        "remaining": item.remaining,
    }


def _refs_json(refs: Iterable[FlapRef]) -> list[Json]:
    return [{"side": ref.side, "flap": ref.flap} for ref in refs]


def _flaps_json(sides: Sequence[frozenset[int]]) -> list[Json]:
    return [list[Json](sorted(flaps)) for flaps in sides]


def _fault_json(fault: Fault) -> Json:
    return {
        "code": fault.code,
        "message": fault.message,
        "part": fault.part,
        "texts": {} if fault.said is None else dict(_in_every_language(fault.said)),
    }


@lru_cache(maxsize=64)
def _in_every_language(said: Said) -> tuple[tuple[str, str], ...]:
    """A sentence by language; the same fault is told with every state while it stands."""
    return tuple((language, spoken(said, catalogue(language))) for language in LANGUAGES)


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)
