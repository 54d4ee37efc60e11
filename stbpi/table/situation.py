"""Which prompt a situation calls for: the most urgent of all that could be said."""

from __future__ import annotations

from stbpi.rules import Phase
from stbpi.table import prompting
from stbpi.table.course import Course
from stbpi.table.entry import DiceEntry
from stbpi.table.prompts import Prompt
from stbpi.table.stage import Stage
from stbpi.table.standing import Standing


def prompt_in(
    stage: Stage, course: Course | None, standing: Standing, entry: DiceEntry, *, kept: bool = False
) -> Prompt:
    """What the tray says, the button left out; ``course`` is None while a match is only prepared.

    ``kept`` is whether the journal has a match that what is prepared would take the place of.
    """
    if course is None:
        return prompting.to_start(kept=kept)
    match = course.match
    if stage is Stage.IDLE:
        return prompting.anybody_there(match)
    if stage is Stage.TURNED:
        return prompting.turned(course, course.turned)
    if stage is Stage.OVER:
        return prompting.over(match)
    if standing.watch.faulty is not None:
        return prompting.fault(match, standing.watch.faulty, standing.wrong)
    answers, settled = standing.judgement.answers, standing.settled
    if standing.wrong:
        # While the tray is led somewhere only that is said: answers count again when it stands there.
        beside = answers if standing.lead is None else ()
        return prompting.to_put_right(match, standing.wrong, beside, settled=settled)
    if standing.lead is not None:
        return prompting.coming_right(match)
    if match.phase == Phase.ROLL:
        return prompting.to_roll(course, entry)
    return prompting.to_close(match, answers, settled=settled)
