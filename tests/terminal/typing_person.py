"""``stbpi play`` in a process of its own, and a person who plays it by nothing but reading what it prints."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import selectors
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from random import Random
from time import monotonic
from types import TracebackType
from typing import Self

PATIENCE_S = 30.0
"""Seconds until a program that says nothing has failed; two busy cores included."""

Steps = list[tuple[str, str, str]]
"""Questions, what was typed, and what was written then."""


class Play:
    """``stbpi play`` behind a pseudo terminal, or with pipes where ``columns`` is None."""

    def __init__(
        self, *arguments: str, columns: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        kept = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")
        }
        self.environment = {**kept, "PYTHONUTF8": "1", "TERM": "xterm", **(environment or {})}
        self.command = [sys.executable, "-m", "stbpi", "play", *arguments]
        self.columns = columns
        self.written = ""
        self._unread = ""

    def __enter__(self) -> Self:
        if self.columns is None:
            self._process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            self._reads = self._process.stdout.fileno()
            self._writes = self._process.stdin.fileno()
        else:
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, self.columns, 0, 0))
            self._process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                preexec_fn=_controlling_terminal,
                start_new_session=True,
            )
            os.close(theirs)
            self._reads = self._writes = ours
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._reads, selectors.EVENT_READ)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._selector.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE_S)
        if self.columns is None:
            self._process.stdin.close()
            self._process.stdout.close()
        else:
            os.close(self._reads)

    def read(self) -> str:
        """What has been written since the last time, up to the question it now waits on, or to its end."""
        until = monotonic() + PATIENCE_S
        while not self._unread.endswith(": "):
            if not self._selector.select(max(0.0, until - monotonic())):
                raise AssertionError(
                    f"nothing more within {PATIENCE_S} s after:\n{self.written}{self._unread}"
                )
            try:
                some = os.read(self._reads, 65536)
            except OSError:
                # How Linux tells that nobody has the other end of a pseudo terminal any more.
                some = b""
            if not some:
                break
            self._unread += some.decode("utf-8", "replace").replace("\r\n", "\n")
        text, self._unread = self._unread, ""
        self.written += text
        return text

    def type(self, line: str) -> str:
        """Type a line; gives what is written until the next question, what was typed itself left out."""
        os.write(self._writes, f"{line}\n".encode("utf-8", "surrogateescape"))
        return self.read().removeprefix(f"{line}\n")

    def press(self, keys: bytes) -> str:
        """Press keys that are no line, such as Ctrl-C; gives what is written then."""
        os.write(self._writes, keys)
        return self.read()

    def interrupt(self) -> str:
        """Press Ctrl-C; once more where it fell between a question and the waiting for its answer."""
        until = monotonic() + PATIENCE_S
        while monotonic() < until:
            os.write(self._writes, b"\x03")
            if self._selector.select(1.0):
                break
        return self.read()

    def send(self, line: bytes) -> None:
        """Type without waiting for what is written."""
        os.write(self._writes, line)

    def signal(self, number: int) -> None:
        """Send a signal until the program ends: one that falls before the waiting for a line is only seen then."""
        until = monotonic() + PATIENCE_S
        while self._process.poll() is None and monotonic() < until:
            self._process.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)

    def stop_listening(self) -> None:
        """Close the pipe that is written to."""
        self._selector.unregister(self._reads)
        self._process.stdout.close()

    def hang_up_input(self) -> str:
        """Close the pipe it reads from; gives what is written then."""
        self._process.stdin.close()
        return self.read()

    def status(self) -> int:
        """The exit status."""
        return self._process.wait(PATIENCE_S)


def _controlling_terminal() -> None:
    """Make standard input the terminal that Ctrl-C comes from."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Person:
    """Does what the question says, looks up with ? what may be closed, and remembers nothing else."""

    def __init__(self, seed: int, *, rounds: int = 2, most_lines: int = 4000) -> None:
        self.chance = Random(seed)
        self.rounds = rounds
        self.lines_left = most_lines
        self.steps: Steps = []
        self._program: Play | None = None

    def play(self, program: Play) -> str:
        """Play to the end of the match; gives what was written after the last step."""
        said = program.read()
        self._program = program
        while True:
            question = said.rpartition("\n")[2]
            if "match is over" in question:
                return said
            self.lines_left -= 1
            assert self.lines_left, f"no end in sight:\n{program.written[-2000:]}"
            said = self._type(question, self._answer(question))

    def _type(self, question: str, line: str) -> str:
        said = self._program.type(line)
        self.steps.append((question, line, said))
        return said

    def _answer(self, question: str) -> str:
        """The line that answers a question."""
        chance = self.chance
        if question.startswith("Next round"):
            self.rounds -= 1
            return "stop" if "stop" in question and self.rounds <= 0 else ""
        if "throw (Enter, or one)" in question:
            return chance.choice(["", "one"])
        if "(Enter)" in question:
            return ""
        if shows := re.search(r"what (?:does|do) (?:.* or )?(\d) (?:die|dice) show", question):
            return " ".join(str(chance.randint(1, 6)) for _ in range(int(shows[1])))
        assert re.search(", (close|answer) ", question), f"what does this want?\n{question}"
        if "(or again)" in question and chance.random() < 0.3:
            return "again"
        answers = listed_answers(self._type(question, "?"))
        if len(answers) == 1:
            return chance.choice(next(iter(answers.values())))
        name = chance.choice(list(answers))
        # No colon: while the line is being shown, it would look like the end of a question.
        return f"{name} {chance.choice(answers[name])}"


def listed_answers(said: str) -> dict[str, list[str]]:
    """Who may close what, out of what ? is answered with; lines are wrapped to the width of the terminal."""
    listed = " ".join(said.rpartition("\n")[0].split())
    options = re.findall(r"(\S[^.;:]*?) may close: ((?:\d+[ ;]*)+)(?= \D|$)", listed)
    assert options, f"no answers in\n{said}"
    return {name: [answer.strip() for answer in answers.split(";")] for name, answers in options}


def without_colour(text: str) -> str:
    """The text without select graphic rendition."""
    return re.sub(r"\x1b\[[\d;]*m", "", text)
