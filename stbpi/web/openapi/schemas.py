"""The shapes of what the calls answer with."""

from __future__ import annotations

from typing import get_args

from stbpi.rules import Phase, RuleSet
from stbpi.rules.news import News
from stbpi.rules.state import Status
from stbpi.table.attract import AttractPage
from stbpi.table.lights import Light
from stbpi.table.menu import Kind, Page
from stbpi.table.played import Ending
from stbpi.table.prompts import Item, Offer, Prompt, PromptCode
from stbpi.table.reports import DiceReport, LinkReport, MachineReport, SwitchReport
from stbpi.table.service_view import ServicePage
from stbpi.table.setup import DiceSource
from stbpi.table.view import Rest, Signal
from stbpi.web.advice import Worth
from stbpi.web.openapi.shapes import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    TEXT,
    Schema,
    about,
    by_name,
    closed,
    each,
    fields_of,
    or_null,
    ref,
    whole,
    words,
)

SEAT = about(whole(0), "A seat, counted from 0.")
SIDE = about(whole(0), "A side of the tray, counted from 0.")
FLAPS = each(whole(1))
REFS = each(ref("Flap"))
SOURCE = words(get_args(DiceSource))
SCORE_TEXT = about(
    or_null(TEXT), "The same number as a text: browsers round those beyond 2**53, which digits reach."
)


def schemas() -> dict[str, Schema]:
    """All of them, by their names."""
    return {
        "State": _state(),
        "RuleSet": _rule_set(),
        "Player": _player(),
        "Prompt": _prompt(),
        "Item": closed(
            {
                **fields_of(Item, ("code", "player", "remaining")),
                **dict.fromkeys(("flaps", "close", "assumed"), REFS),
            }
        ),
        "Flap": closed({"side": SIDE, "flap": whole(1)}),
        "News": {"oneOf": [_news(kind) for kind in get_args(News)]},
        "Fault": closed(
            {
                "code": TEXT,
                "message": about(TEXT, "In English."),
                "part": TEXT,
                "texts": about(
                    by_name(TEXT), "The same in every language; empty where it is about parts and pins."
                ),
            },
            about="Something of the machine that does not work now, and the mend.",
        ),
        "Menu": _menu(),
        "ServiceMode": _service_mode(),
        "Attract": _attract(),
        "Best": _best(),
        "PlayedMatch": _played(),
        "Switch": closed(fields_of(SwitchReport)),
        "Link": closed(fields_of(LinkReport)),
        "Rules": closed({"rules": each(ref("RuleChoice"))}),
        "RuleChoice": _rule_choice(),
        "Switches": closed({"switches": each(ref("Switch"))}),
        "Report": _report(),
        "SimulatedParts": _parts(),
        "Hints": _hints(),
        "Health": closed({"status": {"const": "ok"}, "seq": whole(0)}),
        "Problem": closed(
            {"code": TEXT, "error": TEXT},
            about="Why nothing was done: a code for programs, a sentence for people.",
        ),
    }


def _state() -> Schema:
    return closed(
        {
            "seq": about(whole(0), "Rises by one with every change."),
            "phase": words([*Phase, "idle"]),
            "round": whole(0),
            "dice": about(each(whole(1)), "The throw that is being answered."),
            "dice_choices": each(whole(1)),
            "can_roll_again": BOOLEAN,
            "waiting_for": each(SEAT),
            "pool": INTEGER,
            "standings": each(
                closed(
                    {"rank": whole(1), "player": SEAT, "total": or_null(INTEGER), "total_text": SCORE_TEXT}
                )
            ),
            "round_winners": each(SEAT),
            "winners": each(SEAT),
            "news": each(ref("News")),
            "rules": ref("RuleSet"),
            "players": each(ref("Player"), least=1),
            "prompt": ref("Prompt"),
            "language": TEXT,
            "faults": each(ref("Fault")),
            "tray": about(each(FLAPS), "The flaps that are closed, by side."),
            "pending": about(each(FLAPS), "Of them those that are no committed answer yet."),
            "doubted": REFS,
            "sides": about(each(FLAPS), "The flaps that each side has."),
            "can_undo": BOOLEAN,
            "can_redo": BOOLEAN,
            "kept": about(
                BOOLEAN, "A match that cannot go on here is kept: another takes its place on purpose only."
            ),
            "dice_source": SOURCE,
            "dice_commitment": or_null(TEXT),
            "dice_secret": or_null(TEXT),
            "dice_before": or_null(closed({"commitment": or_null(TEXT), "secret": or_null(TEXT)})),
            "dice_correctable": each(whole(1)),
            "rest": words(Rest),
            "attract": {"anyOf": [ref("Attract"), {"type": "null"}]},
            "simulated": BOOLEAN,
            "hints": about(BOOLEAN, "Whether hints are given for this match; the big screen says so."),
            "trainer": about(
                or_null(each(_turn())), "What the turn that ended last has cost; null without a trainer."
            ),
            "phone": about(BOOLEAN, "Whether who asked may show the QR code."),
        },
        about="Everything that stands, for every screen and page.",
    )


def _axes() -> dict[str, Schema]:
    return fields_of(RuleSet)


def _rule_set() -> Schema:
    return closed(_axes(), about="A rule set: its name, its variants, and every axis.")


def _rule_choice() -> Schema:
    return closed(
        {
            **_axes(),
            "known_variants": each(TEXT),
            "about": each(TEXT),
            "perfect": TEXT,
            "most_here": about(whole(0), "So many players have room on this tray."),
            "misfit": about(or_null(TEXT), "Why the set cannot be played on this tray at all."),
        }
    )


def _player() -> Schema:
    return closed(
        {
            "name": TEXT,
            "side": or_null(SIDE),
            "claimed": BOOLEAN,
            "open": FLAPS,
            "status": or_null(words(Status)),
            "score": or_null(INTEGER),
            "score_text": SCORE_TEXT,
            "total": or_null(INTEGER),
            "total_text": SCORE_TEXT,
            "corrections": each(
                closed({"points": INTEGER, "points_text": TEXT, "reason": TEXT, "at_table": BOOLEAN})
            ),
            "balance": INTEGER,
            "left": BOOLEAN,
            "passes": whole(0),
            "legal_moves": each(FLAPS),
        }
    )


def _prompt() -> Schema:
    return closed(
        {
            **fields_of(Prompt, ("player", "dice", "awaited", "remaining", "score", "winners")),
            "code": words(PromptCode),
            "score_text": SCORE_TEXT,
            **dict.fromkeys(("flaps", "close", "assumed"), REFS),
            **{offer: or_null(words(Offer)) for offer in ("press", "hold", "releasing")},
            "items": each(ref("Item")),
            "text": about(TEXT, "What the tray wants next, in its language."),
            "texts": about(by_name(TEXT), "The same in every language."),
            "menu": {"anyOf": [ref("Menu"), {"type": "null"}]},
            "service": {"anyOf": [ref("ServiceMode"), {"type": "null"}]},
        },
        about="What the tray wants next.",
    )


def _news(kind: type) -> Schema:
    return closed({"what": {"const": kind.what}, **fields_of(kind)})  # type: ignore[attr-defined]


def _menu() -> Schema:
    entry = closed(
        {
            "kind": words(Kind),
            "name": TEXT,
            "number": or_null(INTEGER),
            "ticked": or_null(BOOLEAN),
            "text": about(TEXT, "What the entry is, in the tray's language."),
            "value": about(TEXT, "What holds now, where the entry says that."),
            "texts": about(by_name(TEXT), "The text in every language."),
            "values": about(by_name(TEXT), "The value in every language; empty where there is none."),
        }
    )
    return closed(
        {
            "page": words(Page),
            "title": TEXT,
            "titles": about(by_name(TEXT), "The title in every language."),
            "entries": each(entry),
            "chosen": whole(0),
            "player": or_null(SEAT),
            "points": INTEGER,
        }
    )


def _service_mode() -> Schema:
    return closed(
        {
            "page": words(ServicePage),
            "last": {"anyOf": [ref("Flap"), {"type": "null"}]},
            "seconds": whole(0),
            "moved": REFS,
            "lamp": or_null(SIDE),
            "sound": or_null(words(Signal)),
        }
    )


def _attract() -> Schema:
    best = {"anyOf": [ref("Best"), {"type": "null"}]}
    return closed(
        {
            "page": or_null(words(AttractPage)),
            "house": best,
            "today": best,
            "tonight": each(ref("PlayedMatch")),
            "last": each(ref("PlayedMatch")),
        },
        about="What was played before, to be shown between matches.",
    )


def _best() -> Schema:
    return closed(
        {"score": INTEGER, "score_text": TEXT, "players": each(TEXT), "times": whole(1), "match": whole(1)}
    )


def _played() -> Schema:
    player = closed(
        {
            "name": TEXT,
            "rank": or_null(whole(1)),
            "total": or_null(INTEGER),
            "total_text": SCORE_TEXT,
            "won": BOOLEAN,
        }
    )
    return closed(
        {
            "match": whole(1),
            "rules": TEXT,
            "variants": each(TEXT),
            "ending": words(Ending),
            "players": each(player),
        }
    )


def _report() -> Schema:
    dice = closed(
        {
            **fields_of(DiceReport),
            "dice": whole(0),
            "chi_square": or_null(NUMBER),
            "degrees": or_null(whole(1)),
            "p": or_null(NUMBER),
        }
    )
    return closed(
        {
            "switches": each(ref("Switch")),
            "lamps": BOOLEAN,
            "buzzer": BOOLEAN,
            "dice": each(dice),
            "machine": or_null(closed(fields_of(MachineReport))),
            "link": {"anyOf": [ref("Link"), {"type": "null"}]},
        }
    )


def _parts() -> Schema:
    broken = {"kind": TEXT, "side": or_null(SIDE), "flap": or_null(whole(1)), "display": or_null(whole(0))}
    return closed(
        {
            "kinds": closed({"flap": each(TEXT), "display": each(TEXT), "all": each(TEXT)}),
            "broken": each(closed(broken)),
            "displays": each(closed({"side": or_null(SIDE)})),
            "lamps": each(closed({"side": or_null(SIDE), "light": or_null(words(Light))})),
        }
    )


def _turn() -> Schema:
    did = closed({"close": FLAPS, "roll_again": BOOLEAN, "dice": whole(0)})
    decision = closed(
        {
            "roll": each(whole(1)),
            "made": did,
            "best": did,
            "points_lost": NUMBER,
            "win_lost": or_null(NUMBER),
            "best_to_win": or_null(did),
        }
    )
    return closed(
        {"player": SEAT, "points_lost": NUMBER, "win_lost": or_null(NUMBER), "decisions": each(decision)}
    )


def _hints() -> Schema:
    worth = fields_of(Worth)
    seat = closed(
        {
            "player": SEAT,
            "answers": about(
                each(closed({"close": FLAPS, "roll_again": BOOLEAN, **worth})), "Best for points first."
            ),
            "dice": each(closed({"dice": whole(1), **worth})),
        }
    )
    return closed({"round": whole(0), "dice": each(whole(1)), "players": each(seat)})
