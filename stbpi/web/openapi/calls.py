"""Every call: what it takes, and which answers it may give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from stbpi.rules import rule_set
from stbpi.rules.ruleset import MOST_POINTS
from stbpi.table.menu import Kind, Page
from stbpi.table.names import LONGEST_NAME
from stbpi.web.openapi.shapes import BOOLEAN, Schema, closed, each, ref, text, whole, words
from stbpi.web.routes import (
    HIGHEST_DISPLAY,
    HIGHEST_FLAP,
    LONGEST_EDGES_US,
    LONGEST_HOLD_MS,
    LONGEST_REASON,
    MOST_DICE,
    MOST_EDGES,
    MOST_PLAYERS,
    MOST_SIDES,
)

Described: TypeAlias = dict[str, Any]

JSON = "application/json"

REFUSED: Mapping[int, str] = {
    304: "The caller has what is there already (`If-None-Match`).",
    400: "The call itself is wrong.",
    401: "The tray asks for its token.",
    403: "The call is for another host, or comes from a page of another site.",
    404: "There is nothing of the kind on this tray.",
    408: "The body did not come in time.",
    409: "Not at this moment of the match.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    417: "An `Expect` header that nothing here can meet.",
    422: "A value that can never be.",
    426: "This address speaks WebSocket only.",
    429: "Too much at once; `Retry-After` says when there is room again.",
    500: "The program failed; its log says where.",
    503: "The program ends, and what was asked is not done.",
}

LOOKING = (400, 403, 417, 500)
CHANGING = (400, 401, 403, 408, 409, 413, 415, 417, 422, 429, 500, 503)

HEADERS_OF: Mapping[int, tuple[str, Schema]] = {
    401: ("WWW-Authenticate", {"const": "Bearer"}),
    429: ("Retry-After", whole(1)),
}

SIDE, FLAP = whole(0, MOST_SIDES - 1), whole(1, HIGHEST_FLAP)
NAME = text(LONGEST_NAME)


def paths() -> dict[str, Described]:
    """Every call by its path."""
    looks = {
        "/": _page("The scoreboard."),
        "/tray": _page("The virtual tray, where the tray is simulated.", 404),
        "/control": _page("The page of a phone at the table."),
        "/healthz": _tells("That the daemon is alive.", ref("Health")),
        "/metrics": _gives("What was counted, for Prometheus.", {"text/plain": {}}),
        "/api/v1/openapi.json": _tells("This description.", {"type": "object"}),
        "/api/v1/state": _tells("Everything that stands.", ref("State")),
        "/api/v1/events": _events(),
        "/api/v1/rules": _tells("The rule sets that can be played, and what they come to.", ref("Rules")),
        "/api/v1/switches": _tells("Every switch and what it has done.", ref("Switches")),
        "/api/v1/hints": _tells(
            "What every answer is worth to those who are to act, and every number of dice; where hints are allowed.",
            ref("Hints"),
            (409,),
        ),
        "/api/v1/oled.png": _oled(),
        "/api/v1/phone.svg": _gives(
            "The QR code of the phone's page, token included: for a browser on the tray itself, and who has the token.",
            {"image/svg+xml": {}},
            (401, 404, 429),
        ),
        "/api/v1/sim": _tells("What a simulated tray has beside its flaps.", ref("SimulatedParts"), (404,)),
    }
    described: dict[str, Described] = {path: {"get": call} for path, call in looks.items()}
    for name, (about, body) in _changes().items():
        here = described.setdefault(f"/api/v1/{name}", {})
        here["post"] = _does(name, about, body, (404,) if name.startswith("sim/") else ())
    described["/api/v1/service"]["get"] = _tells(
        "What the service mode shows beside the match.", ref("Report")
    )
    for path, calls in described.items():
        for method, call in calls.items():
            call["operationId"] = _name(method, path)
    return described


def _changes() -> dict[str, tuple[str, Schema]]:
    """What is done with each POST, and the body it takes."""
    nothing = closed({})
    flap = closed({"side": SIDE, "flap": FLAP, "closed": BOOLEAN})
    return {
        "match": ("Prepares a match.", _match()),
        "button": ("Presses the dice button, or puts a finger on it or takes it off.", _button()),
        "dice": (
            "Enters thrown dice.",
            closed(
                {"dice": each(whole(1), least=1, most=MOST_DICE), "replace": BOOLEAN}, optional=["replace"]
            ),
        ),
        "undo": ("Takes back the last decision.", nothing),
        "redo": ("Makes it again.", nothing),
        "next": ("Goes on where the tray waits for that.", nothing),
        "stop": ("Ends an open match between two rounds.", nothing),
        "retire": ("A player leaves the match.", closed({"player": whole(0, MOST_PLAYERS - 1)})),
        "correct": (
            "Corrects a score.",
            closed(
                {
                    "player": whole(0, MOST_PLAYERS - 1),
                    "points": {"type": "integer"},
                    "reason": text(LONGEST_REASON, least=1),
                }
            ),
        ),
        "service": ("Enters or leaves the service mode.", closed({"on": BOOLEAN})),
        "menu": (
            "Opens the menu or closes it, or chooses an entry of its page.",
            {
                "oneOf": [
                    closed({"open": BOOLEAN}),
                    closed(
                        {
                            "page": words(Page),
                            "kind": words(Kind),
                            "name": NAME,
                            "number": whole(-MOST_POINTS, MOST_POINTS),
                        },
                        optional=["name", "number"],
                    ),
                ]
            },
        ),
        "flap": ("Says how a flap stands whose switch is broken.", flap),
        "believe": ("Believes a switch again.", closed({"side": SIDE, "flap": FLAP})),
        "sim/flap": ("Moves a flap of a simulated tray.", flap),
        "sim/edges": ("Gives a contact of a simulated tray its levels.", _edges()),
        "sim/fault": (
            "Breaks a part of a simulated tray, or mends it.",
            closed(
                {
                    "kind": NAME,
                    "side": SIDE,
                    "flap": FLAP,
                    "display": whole(0, HIGHEST_DISPLAY),
                    "on": BOOLEAN,
                },
                optional=["side", "flap", "display"],
            ),
        ),
    }


def _match() -> Schema:
    return closed(
        {
            "rules": NAME,
            "variants": each(NAME, most=MOST_PLAYERS),
            "axes": {"type": "object", "propertyNames": words(rule_set("classic").axes())},
            "players": {"anyOf": [{"type": "integer"}, each(NAME, least=1, most=MOST_PLAYERS)]},
            "sides": each(SIDE, least=1, most=MOST_SIDES),
            "abandon": BOOLEAN,
        },
        optional=["variants", "axes", "sides", "abandon"],
    )


def _button() -> Schema:
    return {
        "oneOf": [
            closed({"hold_ms": whole(1, LONGEST_HOLD_MS)}),
            closed({"down": {"const": True}, "by": NAME, "still": BOOLEAN}, optional=["by", "still"]),
            closed({"down": {"const": False}, "by": NAME, "cancel": BOOLEAN}, optional=["by", "cancel"]),
        ]
    }


def _edges() -> Schema:
    edge = {
        "type": "array",
        "prefixItems": [whole(0, LONGEST_EDGES_US), {"type": "integer", "enum": [0, 1]}],
        "items": False,
        "minItems": 2,
    }
    return closed({"side": SIDE, "flap": FLAP, "edges": each(edge, least=1, most=MOST_EDGES)})


def _does(name: str, about: str, body: Schema, more: Iterable[int]) -> Described:
    return {
        "summary": about,
        "requestBody": {"required": bool(body.get("required", True)), "content": {JSON: {"schema": body}}},
        "responses": {
            "200": {"description": "What stands then.", "content": {JSON: {"schema": ref("State")}}},
            **_refusals((*CHANGING, *more)),
        },
        # Needed where the tray has a token.
        "security": [{"token": []}, {}],
        "tags": ["simulated tray" if name.startswith("sim/") else "the game"],
    }


def _tells(about: str, schema: Schema, more: Iterable[int] = ()) -> Described:
    return _gives(about, {JSON: {"schema": schema}}, more)


def _gives(about: str, content: Described, more: Iterable[int] = ()) -> Described:
    return {
        "summary": about,
        "responses": {"200": {"description": about, "content": content}, **_refusals((*LOOKING, *more))},
    }


def _page(about: str, *more: int) -> Described:
    return _gives(about, {"text/html": {}}, (304, *more))


def _oled() -> Described:
    call = _gives("What an OLED shows, one pixel for one.", {"image/png": {}}, (304, 404))
    display = {"name": "display", "in": "query", "schema": whole(0, HIGHEST_DISPLAY)}
    return {**call, "parameters": [display]}


def _events() -> Described:
    return {
        "summary": "A WebSocket: the state, then the whole state again with every change, `seq` rising by one.",
        "responses": {
            "101": {"description": "From here on every message is a `State`."},
            **_refusals((*LOOKING, 426, 429)),
        },
    }


def _refusals(statuses: Iterable[int]) -> Described:
    return {str(status): _refusal(status) for status in sorted(statuses)}


def _refusal(status: int) -> Described:
    answer: Described = {"description": REFUSED[status]}
    if status != 304:
        answer["content"] = {JSON: {"schema": ref("Problem")}}
    if status in HEADERS_OF:
        name, schema = HEADERS_OF[status]
        answer["headers"] = {name: {"required": True, "schema": schema}}
    return answer


def _name(method: str, path: str) -> str:
    """``post /api/v1/sim/flap`` is called ``post_sim_flap``."""
    return "_".join([method, *path.removeprefix("/api/v1").replace(".", "/").strip("/").split("/")]).rstrip(
        "_"
    )
