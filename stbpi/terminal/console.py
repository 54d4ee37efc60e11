"""Reads lines and prints what a session answers: over a pipe as well as in any terminal."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TextIO, TypeAlias

from stbpi.terminal.look import Look, look_at, one_line
from stbpi.terminal.session import Session

Ask: TypeAlias = Callable[[str], str | None]
"""Puts a question and gives the line that answers it; None where there is nothing more to read."""


def converse(session: Session, reader: TextIO, writer: TextIO, environment: Mapping[str, str]) -> None:
    """Play until people have had enough or there is nothing more to read.

    Raises KeyboardInterrupt for Ctrl-C, and OSError where nothing can be read or written any more; the
    session then stands as it is.
    """
    for stream in (reader, writer):
        if isinstance(stream, io.TextIOWrapper):
            # A name or a key that the terminal's encoding lacks must not end a match.
            stream.reconfigure(errors="replace")
    terminal = reader.isatty() and writer.isatty()
    ask = _by_keyboard() if terminal else _by_stream(reader, writer)
    _print(writer, session.opening(_look(writer, environment)))
    while not session.over:
        try:
            line = ask(session.prompt)
        except KeyboardInterrupt:
            _print(writer, [""])
            raise
        if line is None:
            _print(writer, [""])
            return
        _print(writer, session.answer(line, _look(writer, environment)))


def _by_keyboard() -> Ask:
    """Lines that can be edited and fetched back, as far as the terminal can do it."""
    # Not every Python is built with it; then the terminal's own erasing has to do.
    with suppress(ImportError):
        import readline  # noqa: F401 - input() edits lines with it once it is there

    def ask(prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            return None

    return ask


def _by_stream(reader: TextIO, writer: TextIO) -> Ask:
    """Lines as they come, written again where nobody sees them being typed, so that what is kept reads as it
    would in a terminal.
    """
    seen = reader.isatty()

    def ask(prompt: str) -> str | None:
        writer.write(prompt)
        writer.flush()
        line = reader.readline()
        if not line:
            return None
        if not seen:
            writer.write(one_line(line) + "\n")
        return line

    return ask


def _print(writer: TextIO, lines: Sequence[str]) -> None:
    writer.writelines(f"{line}\n" for line in lines)
    writer.flush()


def _look(writer: TextIO, environment: Mapping[str, str]) -> Look:
    """What can be shown now: the window may have been made wider or narrower meanwhile."""
    columns = shutil.get_terminal_size().columns
    return look_at(columns, is_terminal=writer.isatty(), encoding=writer.encoding, environment=environment)
