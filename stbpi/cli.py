"""The command line: ``stbpi run``, ``stbpi wiring``, ``stbpi rules``.

Exit status 0 done, 1 a finding, 2 wrong use or bad input, told in one line on stderr. Commands import
what they need when they run, so that asking for help costs nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from stbpi import __version__

if TYPE_CHECKING:
    from stbpi.config import RuleBook
    from stbpi.rules import RuleSet

DONE = 0
WRONG_USE = 2
INTERRUPTED = 130
"""What shells report for a program ended by Ctrl-C: 128 and the signal's number."""

PARAGRAPH_COLUMNS = 78
"""Fits a terminal of 80 columns."""

WELCOME = f"""\
stbpi {__version__}: referee and scorekeeper for a Shut-the-Box tray with a Raspberry Pi under it.

No tray yet? Three commands to try:

  stbpi run --simulate     play on a simulated tray; open the address it prints in a browser
  stbpi rules              what can be played
  stbpi wiring direct-9    how nine flaps, a button and a screen are wired to a Pi

stbpi --help lists everything, stbpi COMMAND --help explains one command.
"""


class UsageError(ValueError):
    """A command line that means nothing; one sentence with the mend."""


class _Parser(argparse.ArgumentParser):
    """Reports wrong use as an exception, so that it is told in the same one line as everything else."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. This is where every mistake becomes its line on stderr."""
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


def _wrong(error: Exception) -> int:
    print(f"stbpi: {' '.join(str(error).split())}", file=sys.stderr)
    return WRONG_USE


def _dispatch(argv: list[str]) -> int:
    if not argv:
        print(WELCOME, end="")
        return DONE
    parser, commands = _parsers()
    if not argv[0].startswith("-") and argv[0] not in commands:
        raise UsageError(f'"{argv[0]}" is no command; {_mend(argv[0], list(commands))}')
    try:
        arguments, unknown = parser.parse_known_args(argv)
    except SystemExit as leaving:
        # --help and --version have printed what was asked for.
        return DONE if leaving.code is None else int(leaving.code)
    if unknown:
        raise UsageError(_unknown_argument(unknown[0], arguments, commands))
    if arguments.command is None:
        print(WELCOME, end="")
        return DONE
    run: Callable[[argparse.Namespace], int] = arguments.run
    return run(arguments)


def _parsers() -> tuple[_Parser, dict[str, tuple[str, ...]]]:
    """The parser, and every command with the options it has."""
    parser = _Parser(
        prog="stbpi", description="Referee and scorekeeper for a Shut-the-Box tray.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"stbpi {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    commands: dict[str, tuple[str, ...]] = {}

    def command(name: str, does: str, run: Callable[[argparse.Namespace], int], *options: _Argument) -> None:
        sub = subparsers.add_parser(
            name, help=does, description=f"{does[0].upper()}{does[1:]}.", allow_abbrev=False
        )
        for option in options:
            sub.add_argument(option.flag, **option.how)
        sub.set_defaults(run=run)
        commands[name] = tuple(option.flag for option in options if option.flag.startswith("-"))

    config = _Argument("--config", type=Path, metavar="FILE", help="the configuration file (TOML)")
    as_json = _Argument("--json", action="store_true", help="print JSON")
    command(
        "run",
        "referee a tray until stopped (Ctrl-C)",
        _run,
        config,
        _Argument("--simulate", action="store_true", help="play on a simulated tray, no hardware needed"),
        _Argument("--port", type=_whole_number, metavar="N", help="serve the page here; 0 takes a free port"),
        _Argument("--dice-seed", type=_whole_number, metavar="N", help="make the electronic dice repeatable"),
    )
    command(
        "wiring",
        "say what is wired where on a tray",
        _wiring,
        _Argument("profile", nargs="?", metavar="PROFILE", help="a profile's name, or a profile file"),
        _Argument("--all", action="store_true", help="every profile that comes with stbpi"),
        as_json,
    )
    command(
        "rules",
        "show what can be played: the rule sets, their variants and axes",
        _rules,
        _Argument("name", nargs="?", metavar="NAME", help="one rule set"),
        config,
        as_json,
    )
    return parser, commands


class _Argument:
    """One argument of a command, to be handed to argparse."""

    def __init__(self, flag: str, **how: Any) -> None:
        self.flag = flag
        self.how = how


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f'"{text}" is no whole number') from error


def _mend(word: str, known: Sequence[str]) -> str:
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"


def _unknown_argument(word: str, arguments: argparse.Namespace, commands: dict[str, tuple[str, ...]]) -> str:
    command: str | None = arguments.command
    if command is None:
        return f'"{word}" means nothing here; {_mend(word, ["--help", "--version"])}'
    if not word.startswith("-"):
        return f'"{word}" is one word too many for stbpi {command}; see stbpi {command} --help'
    option = word.partition("=")[0]
    return f"stbpi {command} has no option {option}; {_mend(option, [*commands[command], '--help'])}"


def _run(arguments: argparse.Namespace) -> int:
    from stbpi.config import Override, load_settings

    overrides: list[Override] = []
    if arguments.simulate:
        overrides.append(Override(("board", "backend"), "simulated", "--simulate"))
    if arguments.port is not None:
        overrides.append(Override(("web", "port"), arguments.port, "--port"))
    if arguments.dice_seed is not None:
        overrides.append(Override(("dice", "seed"), arguments.dice_seed, "--dice-seed"))
    settings = load_settings(arguments.config, overrides)

    from stbpi.daemon import run

    return run(settings)


def _wiring(arguments: argparse.Namespace) -> int:
    from stbpi.tray.profile import load_profile, profile_names
    from stbpi.tray.wiring import all_profiles_markdown, wiring_markdown

    if arguments.all and arguments.profile is not None:
        raise UsageError(f"--all already has {arguments.profile} in it; leave one of the two out")
    if arguments.profile is None and not arguments.all:
        if arguments.json:
            print(json.dumps({"profiles": list(profile_names())}, indent=2))
        else:
            print(*profile_names(), sep="\n")
            print("\nstbpi wiring PROFILE shows how one of them is wired.")
        return DONE
    chosen = profile_names() if arguments.all else (arguments.profile,)
    profiles = [load_profile(name, Path.cwd()) for name in chosen]
    if arguments.json:
        listed = [asdict(profile) for profile in profiles]
        print(json.dumps(listed if arguments.all else listed[0], indent=2, default=str))
    else:
        print(all_profiles_markdown() if arguments.all else wiring_markdown(profiles[0]), end="")
    return DONE


def _rules(arguments: argparse.Namespace) -> int:
    book = _rule_book(arguments.config)
    names = book.names()
    if arguments.name is not None:
        if arguments.name not in names:
            raise UsageError(f'"{arguments.name}" is no rule set; {_mend(arguments.name, names)}')
        names = (arguments.name,)
    sets = [(book.rule_set(name), book.variants_of(name)) for name in names]
    if arguments.json:
        listed = [
            {"name": rules.name, "variants": list(variants), "axes": rules.axes()} for rules, variants in sets
        ]
        print(json.dumps({"sets": listed} if arguments.name is None else listed[0], indent=2))
    elif arguments.name is None:
        for rules, variants in sets:
            print(f"{rules.name:<14}{', '.join(variants) or '(no variants)'}")
        print("\nstbpi rules NAME shows how one of them is played; variants combine.")
    else:
        _print_rules(*sets[0])
    return DONE


def _rule_book(config: Path | None) -> RuleBook:
    from stbpi.config import load_settings

    return load_settings(config).rule_book


def _print_rules(rules: RuleSet, variants: Sequence[str]) -> None:
    from textwrap import fill

    from stbpi.rules.describe import describe

    print(rules.name)
    print(fill(describe(rules), PARAGRAPH_COLUMNS, initial_indent="  ", subsequent_indent="  "))
    print(f"variants: {', '.join(variants) or 'none'}")
    print("axes:")
    for axis, value in rules.axes().items():
        print(f"  {axis:<26}{json.dumps(value)}")
