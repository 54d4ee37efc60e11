"""``stbpi`` itself: finds the command, runs it, and makes every mistake one line on stderr."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

from stbpi import __version__
from stbpi.cli import (
    analyse,
    backup,
    doctor,
    export,
    odds,
    play,
    replay,
    rules,
    run,
    service,
    simulate,
    stats,
    wiring,
)
from stbpi.cli.command import DONE, WRONG_USE, Command, UsageError, complain, mend, say

INTERRUPTED = 130
"""What shells report for a program ended by Ctrl-C: 128 and the signal's number."""

COMMANDS: tuple[Command, ...] = (
    run.COMMAND,
    play.COMMAND,
    service.COMMAND,
    doctor.COMMAND,
    wiring.COMMAND,
    rules.COMMAND,
    odds.COMMAND,
    simulate.COMMAND,
    replay.COMMAND,
    analyse.COMMAND,
    stats.COMMAND,
    export.COMMAND,
    backup.BACKUP,
    backup.RESTORE,
)
"""In the order that help lists them."""

WELCOME = f"""\
stbpi {__version__}: referee and scorekeeper for a Shut-the-Box tray with a Raspberry Pi under it.

No tray yet? Four commands to try:

  stbpi run --simulate     play on a simulated tray; open the address it prints in a browser
  stbpi play               play in the terminal
  stbpi rules              what can be played
  stbpi wiring direct-9    how nine flaps, a button and a screen are wired to a Pi

stbpi --help lists everything, stbpi COMMAND --help explains one command.
"""


class _Parser(argparse.ArgumentParser):
    """Reports wrong use as an exception, so that it is told in the same one line as everything else."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. This is where every mistake becomes its line on stderr."""
    _fill_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # An accent that the terminal's encoding lacks must not stop what it stands in.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has read enough. What is still buffered must not fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _wrong(error)
    except ValueError as error:
        # Each kind of mistake has a class of ours, a ValueError with one sentence; any other is our fault.
        if type(error).__module__.partition(".")[0] != "stbpi":
            raise
        return _wrong(error)
    return status


def _fill_closed_streams() -> None:
    """Let what a closed stdin, stdout or stderr would take go nowhere.

    Otherwise the next file that is opened becomes one of them, and what is said is written into it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - until the end


def _wrong(error: Exception) -> int:
    complain(error)
    return WRONG_USE


def _dispatch(argv: list[str]) -> int:
    commands = {command.name: command for command in COMMANDS}
    if not argv:
        say(WELCOME, end="")
        return DONE
    if not argv[0].startswith("-") and argv[0] not in commands:
        raise UsageError(f'"{argv[0]}" is no command; {mend(argv[0], list(commands))}')
    try:
        arguments, unknown = _parser().parse_known_args(argv)
    except SystemExit as leaving:
        # --help and --version have printed what was asked for.
        return DONE if leaving.code is None else int(leaving.code)
    if unknown:
        raise UsageError(_unknown_argument(unknown[0], arguments.command, commands))
    if arguments.command is None:
        say(WELCOME, end="")
        return DONE
    return commands[arguments.command].run(arguments)


def _parser() -> _Parser:
    parser = _Parser(
        prog="stbpi", description="Referee and scorekeeper for a Shut-the-Box tray.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"stbpi {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for command in COMMANDS:
        does = f"{command.does[0].upper()}{command.does[1:]}."
        sub = subparsers.add_parser(command.name, help=command.does, description=does, allow_abbrev=False)
        for argument in command.arguments:
            sub.add_argument(argument.flag, **argument.how)
    return parser


def _unknown_argument(word: str, name: str | None, commands: Mapping[str, Command]) -> str:
    if name is None:
        return f'"{word}" means nothing here; {mend(word, ["--help", "--version"])}'
    if not word.startswith("-"):
        return f'"{word}" is one word too many for stbpi {name}; see stbpi {name} --help'
    option = word.partition("=")[0]
    options = [argument.flag for argument in commands[name].arguments if argument.flag.startswith("-")]
    return f"stbpi {name} has no option {option}; {mend(option, [*options, '--help'])}"
