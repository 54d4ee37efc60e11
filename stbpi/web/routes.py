"""The calls of the HTTP API: each reads its body, hands an event over, and answers with what then stands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from aiohttp import web

from stbpi.locale import catalogue
from stbpi.locale.refusals import sentence
from stbpi.rules import IllegalAction, PlayersError, RuleSetError
from stbpi.rules.errors import shown
from stbpi.rules.ruleset import MOST_POINTS
from stbpi.rules.said import N_, Said, SaidError
from stbpi.table.events import (
    BelieveFlap,
    ChooseEntry,
    CorrectScore,
    EnterDice,
    EnterService,
    Event,
    GoOn,
    LeaveService,
    OpenMenu,
    PrepareMatch,
    RedoDecision,
    RetirePlayer,
    StopMatch,
    TellFlap,
    UndoDecision,
)
from stbpi.table.names import LONGEST_NAME, is_blank
from stbpi.table.refusal import TableRefusal
from stbpi.table.setup import MatchSetup
from stbpi.web.advice import NoAdviceError
from stbpi.web.answers import JSON_TYPE, answer_expectation, asked_language, etag, unless_known
from stbpi.web.beside import advice_json, parts_json, report_json
from stbpi.web.body import Body, parse_object
from stbpi.web.errors import ApiError, nearest, refusal
from stbpi.web.gate import Handler
from stbpi.web.live import LiveFeed
from stbpi.web.phone import Phone
from stbpi.web.service import EndingError, Service, SimulatedTray, SimulatorError, Snapshot
from stbpi.web.state import rules_json, switches_json

FORM_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""What a page of another site may send without asking; JSON it may not."""

BODY_WAIT_S = 10.0
"""How long a body may take to arrive: a slow phone's worst; a caller that trickles is let go."""

MOST_PLAYERS = 99
"""Far above any rule set's own limit, which the rules check with their own sentence."""

LONGEST_REASON = 500
"""Characters of an operator's reason for a correction."""

LONGEST_HOLD_MS = 30_000
"""A press as long as anybody holds a button; the menu, the last gesture, comes at 8 s."""

MOST_DICE = 4
MOST_SIDES = 6
HIGHEST_DISPLAY = 999
HIGHEST_FLAP = 999

LONGEST_EDGES_US = 10_000_000
"""Ten seconds of contact levels in one call."""

MOST_EDGES = 4096

ENDING = N_("The tray's program is ending, and this was not done; try again when the tray is back.")
REAL_SWITCHES = N_("The switches of this tray are real; move the flap by hand, or start with --simulate.")

Answer = Callable[[Body], Awaitable[Snapshot]]


class Routes:
    """The calls for one service.

    ``simulated`` says whether ``sim/*`` may be used.
    """

    def __init__(self, service: Service, feed: LiveFeed, phone: Phone, *, simulated: bool) -> None:
        self._service = service
        self._feed = feed
        self._phone = phone
        self._simulated = simulated

    def table(self) -> list[web.RouteDef]:
        """Every call with its handler."""
        return [
            _get("/healthz", self._healthz),
            _get("/api/v1/state", self._state),
            _get("/api/v1/events", self._feed.handle),
            _get("/api/v1/oled.png", self._oled),
            _get("/api/v1/rules", self._rules),
            _get("/api/v1/phone.svg", self._phone.handle),
            _get("/api/v1/switches", self._switches),
            _get("/api/v1/service", self._report),
            _get("/api/v1/hints", self._hints),
            self._post("service", ("on",), self._service_mode),
            self._post("menu", ("open", "page", "kind", "name", "number"), self._menu),
            self._post("match", ("rules", "variants", "axes", "players", "sides", "abandon"), self._match),
            self._post("dice", ("dice", "replace"), self._dice),
            self._post("button", ("hold_ms", "down", "by", "cancel", "still"), self._button),
            self._post("undo", (), self._just(UndoDecision())),
            self._post("redo", (), self._just(RedoDecision())),
            self._post("next", (), self._just(GoOn())),
            self._post("stop", (), self._just(StopMatch())),
            self._post("flap", ("side", "flap", "closed"), self._tell_flap),
            self._post("believe", ("side", "flap"), self._believe_flap),
            self._post("retire", ("player",), self._retire),
            self._post("correct", ("player", "points", "reason"), self._correct),
            _get("/api/v1/sim", self._sim_parts),
            self._post("sim/flap", ("side", "flap", "closed"), self._sim_flap),
            self._post("sim/edges", ("side", "flap", "edges"), self._sim_edges),
            self._post("sim/fault", ("kind", "side", "flap", "display", "on"), self._sim_fault),
        ]

    def _post(self, name: str, known: tuple[str, ...], answer: Answer) -> web.RouteDef:
        async def handler(request: web.Request) -> web.Response:
            if name.startswith("sim/"):
                self._simulator()
            body = Body(parse_object(await _read(request)), known)
            try:
                return self._reply(await answer(body), request)
            except RuleSetError as error:
                raise ApiError(400, "bad_rules", str(error)) from error
            except PlayersError as error:
                raise self._refusal("bad_players", error, request) from error
            except (TableRefusal, IllegalAction) as error:
                raise self._refusal(error.code, error, request) from error
            except SimulatorError as error:
                raise refusal(error.code, str(error)) from error
            except EndingError as error:
                raise ApiError(503, "ending", Said.of(ENDING)) from error

        return web.post(f"/api/v1/{name}", handler, expect_handler=answer_expectation)

    def _refusal(self, code: str, error: SaidError, request: web.Request) -> ApiError:
        """What rules or table will not do, in the language of whoever asked, else in that of the tray."""
        language = self._language(request)
        return refusal(str(code), sentence(error, catalogue(language)), language)

    def _language(self, request: web.Request) -> str:
        return asked_language(request, self._service.snapshot().view.choices.language)

    def _just(self, event: Event) -> Answer:
        async def answer(_body: Body) -> Snapshot:
            return await self._service.command(event)

        return answer

    def _reply(self, snapshot: Snapshot, request: web.Request) -> web.Response:
        phone = self._phone.may_be_shown_to(request)
        return web.Response(text=self._feed.state_text(snapshot, phone=phone), content_type=JSON_TYPE)

    async def _healthz(self, _request: web.Request) -> web.Response:
        return web.Response(
            text=json.dumps({"status": "ok", "seq": self._service.snapshot().seq}), content_type=JSON_TYPE
        )

    async def _state(self, request: web.Request) -> web.Response:
        return self._reply(self._service.snapshot(), request)

    async def _rules(self, request: web.Request) -> web.Response:
        language = self._language(request)
        sides = self._service.snapshot().view.sides
        rules = rules_json(self._service.rule_sets(), sides, catalogue(language))
        headers = {"Content-Language": language}
        return web.Response(text=json.dumps(rules), content_type=JSON_TYPE, headers=headers)

    async def _switches(self, _request: web.Request) -> web.Response:
        return web.Response(text=json.dumps(switches_json(self._service.switches())), content_type=JSON_TYPE)

    async def _report(self, _request: web.Request) -> web.Response:
        report = report_json(await self._service.report())
        return web.Response(text=json.dumps(report), content_type=JSON_TYPE)

    async def _hints(self, request: web.Request) -> web.Response:
        try:
            advice = await self._service.advise()
        except NoAdviceError as error:
            raise self._refusal(error.code, error, request) from error
        return web.Response(text=json.dumps(advice_json(advice)), content_type=JSON_TYPE)

    async def _service_mode(self, body: Body) -> Snapshot:
        return await self._service.command(EnterService() if body.boolean("on") else LeaveService())

    async def _menu(self, body: Body) -> Snapshot:
        if body.has("open"):
            for key in ("page", "kind", "name", "number"):
                if body.has(key):
                    raise ApiError(
                        400, "bad_value", f"{key!r} chooses an entry, 'open' does not; send one of them."
                    )
            return await self._service.command(OpenMenu(body.boolean("open")))
        name = body.text("name", LONGEST_NAME) if body.has("name") else None
        number = body.integer("number", -MOST_POINTS, MOST_POINTS) if body.has("number") else None
        return await self._service.command(
            ChooseEntry(body.text("page", LONGEST_NAME), body.text("kind", LONGEST_NAME), name, number)
        )

    async def _oled(self, request: web.Request) -> web.Response:
        image = self._service.oled_png(_display(request, self._service.oleds))
        return unless_known(request, etag(image), body=image, content_type="image/png")

    async def _match(self, body: Body) -> Snapshot:
        rules = body.text("rules", LONGEST_NAME)
        known = {choice.rules.name: choice.rules for choice in self._service.rule_sets()}
        if rules not in known:
            raise ApiError(400, "bad_rules", f"There is no rule set {shown(rules)}; {nearest(rules, known)}")
        axes = body.mapping("axes")
        for axis in axes:
            names = known[rules].axes()
            if axis not in names:
                raise ApiError(
                    400, "bad_rules", f"A rule set has no axis {shown(axis)}; {nearest(axis, names)}"
                )
        setup = self._service.make_setup(
            rules,
            body.texts("variants", MOST_PLAYERS, LONGEST_NAME),
            axes,
            body.players("players", MOST_PLAYERS, LONGEST_NAME),
        )
        if body.has("sides"):
            setup = _seated(setup, body.integers("sides", 0, MOST_SIDES - 1, MOST_SIDES))
        return await self._service.command(PrepareMatch(setup, abandon=body.boolean("abandon", False)))

    async def _dice(self, body: Body) -> Snapshot:
        sides = self._service.snapshot().view.setup.rules.die_sides
        dice = body.integers("dice", 1, sides, MOST_DICE)
        return await self._service.command(EnterDice(dice, replace=body.boolean("replace", False)))

    async def _button(self, body: Body) -> Snapshot:
        if body.has("hold_ms") == body.has("down"):
            wanted = "give either hold_ms (milliseconds) or down (true or false)"
            if body.has("down"):
                raise ApiError(400, "bad_value", f"The body has both 'hold_ms' and 'down'; {wanted}.")
            raise ApiError(400, "missing_key", f"The body says neither 'hold_ms' nor 'down'; {wanted}.")
        down = body.boolean("down") if body.has("down") else None
        places = {"by": (down is not None, "'down'"), "cancel": (down is False, "'down': false")}
        places["still"] = (down is True, "'down': true")
        for key, (fits, place) in places.items():
            if body.has(key) and not fits:
                raise ApiError(400, "bad_value", f"{key!r} belongs to {place}; leave it out here.")
        if down is None:
            return await self._service.press(body.integer("hold_ms", 1, LONGEST_HOLD_MS, "milliseconds"))
        whose = body.text("by", LONGEST_NAME) if body.has("by") else ""
        if down and body.boolean("still", False):
            return await self._service.keep_finger(whose)
        if down:
            return await self._service.put_finger(whose)
        return await self._service.lift_finger(whose, pressed=not body.boolean("cancel", False))

    async def _tell_flap(self, body: Body) -> Snapshot:
        side, flap = self._flap(body)
        return await self._service.command(TellFlap(side, flap, body.boolean("closed")))

    async def _believe_flap(self, body: Body) -> Snapshot:
        return await self._service.command(BelieveFlap(*self._flap(body)))

    async def _retire(self, body: Body) -> Snapshot:
        return await self._service.command(RetirePlayer(self._seat(body)))

    async def _correct(self, body: Body) -> Snapshot:
        player = self._seat(body)
        match = self._service.snapshot().view.match
        # Whatever somebody has can be taken away; what else the rules refuse they say themselves.
        most = max(MOST_POINTS, abs(match.totals[player]) if match is not None else 0)
        points = body.integer("points", -most, most)
        reason = body.text("reason", LONGEST_REASON)
        if is_blank(reason):
            raise ApiError(400, "bad_value", "'reason' is empty; say why, the record keeps it.")
        return await self._service.command(CorrectScore(player, points, reason))

    def _seat(self, body: Body) -> int:
        return body.integer("player", 0, len(self._service.snapshot().view.setup.players) - 1)

    def _simulator(self) -> SimulatedTray:
        simulator = self._service.simulator if self._simulated else None
        if simulator is None:
            raise ApiError(404, "not_simulated", Said.of(REAL_SWITCHES))
        return simulator

    async def _sim_parts(self, _request: web.Request) -> web.Response:
        parts = parts_json(self._simulator().parts())
        return web.Response(text=json.dumps(parts), content_type=JSON_TYPE)

    async def _sim_flap(self, body: Body) -> Snapshot:
        side, flap = self._flap(body)
        return await self._simulator().flap(side, flap, closed=body.boolean("closed"))

    async def _sim_edges(self, body: Body) -> Snapshot:
        side, flap = self._flap(body)
        edges: Sequence[tuple[int, bool]] = body.pairs("edges", 0, LONGEST_EDGES_US, MOST_EDGES)
        return await self._simulator().edges(side, flap, edges)

    async def _sim_fault(self, body: Body) -> Snapshot:
        kind = body.text("kind", LONGEST_NAME)
        side = body.integer("side", 0, MOST_SIDES - 1) if body.has("side") else None
        flap = body.integer("flap", 1, HIGHEST_FLAP) if body.has("flap") else None
        display = body.integer("display", 0, HIGHEST_DISPLAY) if body.has("display") else None
        return await self._simulator().fault(kind, side, flap, on=body.boolean("on"), display=display)

    def _flap(self, body: Body) -> tuple[int, int]:
        sides = self._service.snapshot().view.sides.flaps
        side = body.integer("side", 0, len(sides) - 1)
        flap = body.integer("flap", 1, HIGHEST_FLAP)
        if flap not in sides[side]:
            numbers = ", ".join(map(str, sides[side]))
            raise ApiError(422, "no_such_flap", f"Side {side} has no flap {flap}; it has {numbers}.")
        return side, flap


def _get(path: str, handler: Handler) -> web.RouteDef:
    return web.get(path, handler, expect_handler=answer_expectation)


def _seated(setup: MatchSetup, sides: tuple[int, ...]) -> MatchSetup:
    """The match with each player at a side of their own. Raises ApiError where that cannot be."""
    if setup.rules.rows != "own":
        sentence = f"'sides' is for rules with a row for each player; {setup.rules.name} has one for all: leave it out."
        raise ApiError(400, "bad_value", sentence)
    if len(set(sides)) != len(sides) or len(sides) != len(setup.players):
        count = len(setup.players)
        raise ApiError(
            400, "bad_value", f"'sides' is {list(sides)}; give {count} different sides, one for each player."
        )
    return replace(setup, sides=sides)


def _display(request: web.Request, count: int) -> int:
    """Which OLED a caller wants to see, the first unless said otherwise. Raises ApiError where it is none."""
    if not count:
        raise ApiError(404, "no_oled", "No OLED hangs on this tray; add a [[display]] to the configuration.")
    wanted = request.query.get("display", "0")
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 and int(wanted) < count):
        has = "one OLED, display 0" if count == 1 else f"{count} OLEDs, displays 0 to {count - 1}"
        raise ApiError(404, "no_oled", f"There is no display {shown(wanted)}; this tray has {has}.")
    return int(wanted)


async def _read(request: web.Request) -> bytes:
    """The body, checked for what it claims to be. Raises ApiError."""
    encoding = request.headers.get("Content-Encoding", "").strip().lower()
    if encoding not in ("", "identity"):
        sentence = (
            f"The body is said to be packed ({shown(encoding)}); send it plain, without Content-Encoding."
        )
        raise ApiError(415, "packed_body", sentence)
    try:
        async with asyncio.timeout(BODY_WAIT_S):
            data = await request.read()
    except web.RequestPayloadError:
        raise ApiError(400, "bad_body", "The body broke off or is badly chunked; send it again.") from None
    except TimeoutError:
        raise ApiError(
            408, "too_slow", f"The body took longer than {BODY_WAIT_S:g} s; send it again."
        ) from None
    # Where there is no body its type is whatever the caller's library puts there, but never a form's.
    if request.content_type in FORM_TYPES or (data and request.content_type != JSON_TYPE):
        sentence = f"The body is {shown(request.content_type)}; send 'Content-Type: application/json'."
        raise ApiError(415, "not_json", sentence)
    return data
