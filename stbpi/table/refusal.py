"""What the table answers to a command it will not carry out."""

from __future__ import annotations

from stbpi.rules.said import Said, SaidError


class TableRefusal(SaidError):  # noqa: N818 - refused is what the command is; the people did nothing wrong
    """The table does not do what it was asked to, and nothing has changed.

    ``code`` is a fixed name (``match_running``, ``no_match``, ``no_throw_due``, ``already_committed``,
    ``nothing_to_undo``, ``nothing_to_redo``, ``not_entered_dice``, ``nothing_to_go_on_from``,
    ``tray_too_small``, ``bad_setup``, ``no_menu``, ``no_such_entry``, or the code of the rules' IllegalAction); the
    text is one sentence with the mend.
    """

    def __init__(self, code: str, said: Said) -> None:
        super().__init__(code, said)
        self.code = code
