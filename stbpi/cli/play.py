"""``stbpi play``: a match in the terminal, no tray needed."""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from stbpi.cli.axes import AXIS, FLAPS, RULES, VARIANT, axes_given
from stbpi.cli.command import (
    CONFIG,
    DONE,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    mend,
    messages_for,
    whole_number,
)

if TYPE_CHECKING:
    from stbpi.config import Override
    from stbpi.terminal import Session


def play(arguments: argparse.Namespace) -> int:
    """Play one match by typing."""
    from stbpi.config import load_settings
    from stbpi.house import Players
    from stbpi.table.dice import SECRET_BYTES, seeded_secret
    from stbpi.table.setup import MatchSetup
    from stbpi.terminal import Session, converse

    settings = load_settings(arguments.config, _overrides(arguments))
    seed = settings.dice.seed
    setup = MatchSetup(
        settings.game.rules,
        settings.game.players,
        settings.dice.source,
        secrets.token_bytes(SECRET_BYTES) if seed is None else seeded_secret(seed),
    )
    messages = messages_for(arguments, settings)
    trainer = None
    if arguments.trainer:
        from stbpi.cli.trainer import Trainer

        trainer = Trainer(messages)
    sealed = arguments.record is not None
    session = Session(setup, messages, sealed=sealed, house=Players(), trainer=trainer)
    with _recorded(session, arguments.record):
        converse(session, sys.stdin, sys.stdout, os.environ)
    return DONE


@contextmanager
def _recorded(session: Session, path: Path | None) -> Iterator[None]:
    """Write the match to a new file in the end, however it comes: a window may be closed in the middle of it."""
    if path is None:
        yield
        return
    from stbpi.rules.record import Record, Tags, write_record
    from stbpi.table.dice import commitment_of, told_secret

    try:
        file = path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError as error:
        raise UsageError(f"--record: {path} is there already; name another file") from error
    except OSError as error:
        raise UsageError(
            f"--record: {path} cannot be written ({error.strerror}); name another file"
        ) from error
    setup = session.setup
    tags = Tags(
        date=f"{datetime.now(UTC):%Y-%m-%dT%H:%MZ}",
        dice_source=setup.dice_source,
        commitment=commitment_of(setup),
        # However it ends, nobody can go on with it.
        secret=told_secret(setup, None, left=True),
    )
    with file, _ended_by(signal.SIGHUP, signal.SIGTERM):
        try:
            yield
        finally:
            file.write(write_record(Record(setup.rules, setup.players, session.decisions, tags)))


@contextmanager
def _ended_by(*signals: signal.Signals) -> Iterator[None]:
    """Have these signals end the program in an orderly way."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, leave) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _overrides(arguments: argparse.Namespace) -> list[Override]:
    """What the command line says over the configuration. A set named here brings none of the file's changes."""
    from stbpi.config import Override

    given: list[Override] = []
    variants = arguments.variant or []
    if arguments.rules is not None:
        given.append(Override(("game", "rules"), arguments.rules, "--rules"))
        given.append(Override(("game", "variants"), variants, "--variant"))
        given.append(Override(("game", "axes"), {}, "--axis"))
    elif variants:
        given.append(Override(("game", "variants"), variants, "--variant"))
    for name, value in axes_given(arguments).items():
        option = "--flaps" if name == "flaps" and arguments.flaps is not None else "--axis"
        given.append(Override(("game", "axes", name), value, option))
    if arguments.players is not None or arguments.house:
        players = _with_house(_players(arguments.players or ["1"]), arguments.house or ())
        given.append(Override(("game", "players"), players, "--players"))
    if arguments.dice is not None:
        given.append(Override(("dice", "source"), arguments.dice, "--dice"))
    if arguments.dice_seed is not None:
        given.append(Override(("dice", "seed"), arguments.dice_seed, "--dice-seed"))
    return given


def _players(words: Sequence[str]) -> int | list[str]:
    """A count, or names, with blanks or commas between them."""
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 4:
        return int(words[0])
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def _with_house(players: int | list[str], house: Sequence[str]) -> int | list[str]:
    """The players, and those of the house after them."""
    from stbpi.rules.players import house_name, seat_name
    from stbpi.rules.strength import Strength

    if not house:
        return players
    people = [seat_name(seat) for seat in range(players)] if isinstance(players, int) else players
    known = [strength.value for strength in Strength]
    for name in house:
        if name not in known:
            raise UsageError(f'--house: "{name}" is no player of the house; {mend(name, known)}')
    return [*people, *(house_name(Strength(name)) for name in house)]


COMMAND = Command(
    "play",
    "play a match in the terminal, no tray needed",
    play,
    (
        RULES,
        VARIANT,
        FLAPS,
        AXIS,
        Argument("--players", nargs="+", metavar="NAME", help="the names in the order of seats, or how many"),
        Argument(
            "--house",
            action="append",
            metavar="STRENGTH",
            help="a player of the house sits down after them: random, greedy, careful or perfect",
        ),
        Argument("--trainer", action="store_true", help="after each turn, say what its decisions cost"),
        Argument("--dice", metavar="SOURCE", help="electronic, or entered for dice thrown by hand"),
        Argument("--dice-seed", type=whole_number, metavar="N", help="make the electronic dice repeatable"),
        Argument("--record", type=Path, metavar="FILE", help="write the match to a new file in the end"),
        LANGUAGE,
        CONFIG,
    ),
)
