"""Which lamps shine, and how: a pure function of what the table shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stbpi.display.sides import side_of
from stbpi.rules.news import Shut
from stbpi.table.lights import Light
from stbpi.table.prompts import Item, PromptCode
from stbpi.table.view import Rest, TableView

STILL_TO_CLOSE = frozenset((PromptCode.CLOSE_FLAPS, PromptCode.CLOSE_MORE))
SOMEBODYS_TURN = STILL_TO_CLOSE | {PromptCode.PRESS_TO_ROLL, PromptCode.CONFIRM}
"""Prompts during which the tray waits for what a player does next."""

STANDS_WRONG = frozenset(
    (PromptCode.REOPEN, PromptCode.CLOSE_AGAIN, PromptCode.NOT_YOUR_SIDE, PromptCode.FAULT)
)
TO_BE_PLACED = frozenset((PromptCode.RAISE_FLAPS, PromptCode.RESUME))
BETWEEN_TURNS = frozenset((PromptCode.RAISE_FLAPS, PromptCode.ROUND_OVER, PromptCode.MATCH_OVER))


def lights_of(view: TableView) -> Mapping[int, Light]:
    """The sides whose lamps shine, and how; those of other sides are dark.

    On a common throw the lamp of a side goes out once its answer may be confirmed; when all may, they shine again,
    since anybody may press. While dice roll the thrower's stays as it was, and tells nothing of what they will show. In
    service mode the one that is tried out shines. On a dimmed tray lamps only glimmer, on a dark one none does.
    """
    service = view.prompt.service
    if service is not None:
        return {} if service.lamp is None else {service.lamp: Light.TURN}
    if view.rest is Rest.DARK:
        return {}
    lights = _awake(view)
    if view.rest is Rest.DIM:
        return {side: Light.GLIMMER for side, light in lights.items() if light is not Light.CELEBRATION}
    return lights


def _awake(view: TableView) -> Mapping[int, Light]:
    prompt, match = view.prompt, view.match
    if view.rolling is not None:
        return _lit(view, view.rolling.waiting_for, Light.TURN)
    if match is None:
        return {}
    if prompt.code in BETWEEN_TURNS and (
        (prompt.code is PromptCode.MATCH_OVER and prompt.winners)
        or any(isinstance(piece, Shut) for piece in match.news)
    ):
        return dict.fromkeys(range(len(view.sides.flaps)), Light.CELEBRATION)
    if prompt.code in STANDS_WRONG | TO_BE_PLACED:
        whole = Item(code=prompt.code, flaps=prompt.flaps, close=prompt.close)
        return _where_flaps_stand_wrong(prompt.items or (whole,))
    if prompt.code not in SOMEBODYS_TURN:
        return {}
    still = [item.player for item in prompt.items if item.code in STILL_TO_CLOSE]
    light = Light.EXPECTED if prompt.code is PromptCode.CONFIRM else Light.TURN
    return _lit(view, still or match.waiting_for, light)


def _lit(view: TableView, seats: Iterable[int | None], light: Light) -> dict[int, Light]:
    sides = (side_of(view, seat) for seat in seats)
    return {side: light for side in sides if side is not None}


def _where_flaps_stand_wrong(items: Iterable[Item]) -> dict[int, Light]:
    """The sides that have a flap to put right; where several things are to be done, the most urgent is told."""
    lights: dict[int, Light] = {}
    for item in items:
        if item.code in STANDS_WRONG:
            lights |= {ref.side: Light.WRONG for ref in (*item.flaps, *item.close)}
        elif item.code in TO_BE_PLACED:
            for ref in (*item.flaps, *item.close):
                lights.setdefault(ref.side, Light.EXPECTED)
    return lights
