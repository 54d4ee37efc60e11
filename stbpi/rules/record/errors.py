"""What can be wrong with a record, and where."""

from __future__ import annotations

from stbpi.rules.errors import Refusal


class RecordError(ValueError):
    """A record that cannot be read: one sentence behind ``name:line:column``, both counted from 1."""

    def __init__(self, reason: str, line: int, column: int, name: str = "record") -> None:
        super().__init__(reason, line, column, name)
        self.reason = reason
        self.line = line
        self.column = column
        self.name = name

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}: {self.reason}"


class BrokenRule(RecordError):  # noqa: N818 - it says what the record does
    """A record that can be read, but not played: an illegal action, or a consequence that does not follow.

    ``code`` is the rules' own where they refuse an action.
    """

    def __init__(
        self, reason: str, line: int, column: int, name: str = "record", code: Refusal | None = None
    ) -> None:
        super().__init__(reason, line, column, name)
        self.code = code


class TagError(ValueError):
    """Something said about a match that a record cannot hold, such as a date that is none."""
