"""Screens of a tray on which something does not work: views, and the faults that stand meanwhile."""

from dataclasses import replace

from stbpi.display.alarms import Alarm
from stbpi.table.events import FlapRef
from stbpi.table.view import TableView
from tests.display.scenes import SCENES

TROUBLES: dict[str, tuple[TableView, tuple[Alarm, ...]]] = {
    f"{scene}_doubted": (replace(SCENES[scene], doubted=frozenset({FlapRef(0, 4), FlapRef(0, 9)})), ())
    for scene in ("press_to_roll_to_beat", "close_more", "press_to_roll_choice", "confirm", "raise_flaps")
} | {
    "match_over_not_saved": (SCENES["match_over"], (Alarm("not_saved", "store"),)),
    "press_to_start_no_answer": (SCENES["press_to_start"], (Alarm("tray_gone", "tray"),)),
    "close_flaps_no_answer": (SCENES["close_flaps"], (Alarm("part_gone", "expander north"),)),
    "raise_flaps_no_answer": (SCENES["raise_flaps"], (Alarm("part_gone", "chain north"),)),
    "match_over_no_answer": (SCENES["match_over_shut"], (Alarm("part_gone", "matrix"),)),
    "blocked_no_answer": (
        SCENES["blocked"],
        (Alarm("part_gone", "expander north"), Alarm("part_gone", "expander south")),
    ),
}
