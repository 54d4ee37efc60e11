"""What a command is made of, and what commands share: arguments, statuses, and the way they speak."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gettext import NullTranslations

    from stbpi.config import Settings

DONE = 0
FINDING = 1
WRONG_USE = 2

PLOTS = (".svg", ".png")
"""What a picture can be written as."""


class UsageError(ValueError):
    """A command line that means nothing; one sentence with the mend."""


class Argument:
    """One argument of a command, to be handed to argparse."""

    def __init__(self, flag: str, **how: Any) -> None:
        self.flag = flag
        self.how = how


@dataclass(frozen=True, slots=True)
class Command:
    """One word after ``stbpi``. ``does`` explains it in a few words; ``run`` returns the exit status."""

    name: str
    does: str
    run: Callable[[argparse.Namespace], int]
    arguments: tuple[Argument, ...] = ()


CONFIG = Argument("--config", type=Path, metavar="FILE", help="the configuration file (TOML)")
LANGUAGE = Argument(
    "--language", metavar="L", help="en, fr, de, it or es; else the configuration's, or yours"
)
AS_JSON = Argument("--json", action="store_true", help="print JSON")


def say(*things: object, sep: str = " ", end: str = "\n") -> None:
    """Print what was asked for on stdout; signs that the terminal has no code for are escaped."""
    text = sep.join(map(str, things))
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), end=end)  # noqa: T201


def complain(sentence: object) -> None:
    """Say in one line on stderr what is wrong; signs that a terminal would obey are escaped."""
    line = " ".join(str(sentence).split())
    shown = (sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
    sys.stderr.write(f"stbpi: {''.join(shown)}\n")


def whole_number(text: str) -> int:
    """A whole number for argparse."""
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f'"{text}" is no whole number') from error


def check_kind(file: Path | None) -> None:
    """Refuse a picture of a kind that cannot be drawn."""
    if file is not None and file.suffix.lower() not in PLOTS:
        raise UsageError(
            f"--plot {file} is of no kind that can be drawn; end the name in {' or '.join(PLOTS)}"
        )


def mend(word: str, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown word: the nearest known one, or all of them."""
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"


def messages_for(arguments: argparse.Namespace, settings: Settings) -> NullTranslations:
    """The messages in the language asked for with ``--language``; else the configuration file's, or the user's."""
    from stbpi.locale import catalogue, preferred_language

    if arguments.language is not None:
        language: str = arguments.language
    else:
        language = settings.language if arguments.config is not None else preferred_language()
    return catalogue(language)
