"""Everything that can be typed, explained."""

from __future__ import annotations

from gettext import NullTranslations

from stbpi.terminal.look import NARROWEST, Look, padded, width, wrapped

INDENT = "  "

ROOMY = 60
"""Columns from which on there is room beside the longest of the words."""


def explained(look: Look, messages: NullTranslations, *, entered: bool) -> list[str]:
    """The words and what each does, in two columns."""
    _ = messages.gettext
    throwing = (
        [
            ("6 3", _("what the dice show")),
            ("fix 4 6", _("the last throw was 4 and 6, while nothing of it is closed")),
        ]
        if entered
        else [
            (_("Enter"), _("throw; go on")),
            ("one", _("throw one die, where that is allowed")),
        ]
    )
    rows = [
        *throwing,
        ("1 8", _("close flaps 1 and 8")),
        (_("{name}: 4 6").format(name="Ben"), _("close them for Ben, where several answer a throw")),
        ("?", _("what may be closed now")),
        ("again", _("throw a double again, where that is allowed")),
        ("undo, redo", _("take the last step back; do it again; undo 3 takes back three")),
        ("next, stop", _("after a round: begin another, end an open match")),
        ("show", _("the rows and the dice once more")),
        ("scores", _("the standing")),
        ("rules", _("how this is played")),
        ("leave Ben", _("Ben leaves the match")),
        ("correct Ben -3 why", _("change Ben's total by -3 points and say why")),
        ("quit", _("end here")),
    ]
    widest = max(width(typed) for typed, _does in rows) + 2
    first = widest if look.columns >= ROOMY else width("undo, redo") + 2
    beside = max(NARROWEST, look.columns - len(INDENT) - first)
    lines: list[str] = []
    for typed, does in rows:
        explanation = wrapped(does, beside)
        if width(typed) < first:
            lines.append(INDENT + look.strong(padded(typed, first)) + explanation.pop(0))
        else:
            lines.append(INDENT + look.strong(typed))
        lines += [INDENT + " " * first + line for line in explanation]
    return lines
