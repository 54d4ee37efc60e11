"""``stbpi backup`` and ``stbpi restore``: a copy of everything that was played, and back again."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from stbpi.cli.command import (
    AS_JSON,
    CONFIG,
    DONE,
    LANGUAGE,
    Argument,
    Command,
    UsageError,
    messages_for,
    say,
    whole_number,
)

MOST_KEPT = 999


def backup(arguments: argparse.Namespace) -> int:
    """Copy the journal, also while the daemon plays into it."""
    from stbpi.cli.figures import matches
    from stbpi.config import load_settings
    from stbpi.locale.forms import whole
    from stbpi.store.backup import back_up

    if not 0 <= arguments.keep <= MOST_KEPT:
        raise UsageError(
            f"--keep {arguments.keep} cannot be; write how many older copies stay, 0 to {MOST_KEPT}"
        )
    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    made = back_up(settings.store.path, arguments.file, arguments.keep)
    if arguments.json:
        say(json.dumps({"backup": str(made.path), "bytes": made.size, "matches": made.matches}, indent=2))
    else:
        text = messages.ngettext(
            "{file}: {matches}, {n} byte, checked", "{file}: {matches}, {n} bytes, checked", made.size
        )
        size = whole(made.size, messages)
        say(text.format(file=made.path, matches=matches(made.matches, messages), n=size))
    return DONE


def restore(arguments: argparse.Namespace) -> int:
    """Put a copy in the journal's place; the journal that was there is kept beside it."""
    import time

    from stbpi.cli.figures import matches
    from stbpi.config import load_settings
    from stbpi.store.backup import restore as put_back

    settings = load_settings(arguments.config)
    messages = messages_for(arguments, settings)
    journal = settings.store.path
    made, kept = put_back(arguments.file, journal, time.time())
    if arguments.json:
        told = {
            "journal": str(made.path),
            "matches": made.matches,
            "kept": None if kept is None else str(kept),
        }
        say(json.dumps(told, indent=2))
    else:
        text = messages.gettext("{file}: {matches} from {backup}")
        say(text.format(file=made.path, matches=matches(made.matches, messages), backup=arguments.file))
        if kept is not None:
            say(messages.gettext("What was there before is kept as {file}").format(file=kept))
    return DONE


BACKUP = Command(
    "backup",
    "copy everything that was played into one file, also while the daemon runs",
    backup,
    (
        Argument("file", type=Path, metavar="FILE", help="where the copy goes"),
        CONFIG,
        Argument(
            "--keep",
            type=whole_number,
            default=0,
            metavar="N",
            help="keep so many older copies as FILE.1, FILE.2 … (default: none)",
        ),
        LANGUAGE,
        AS_JSON,
    ),
)

RESTORE = Command(
    "restore",
    "put a backup in the place of what was played since; stop the daemon first",
    restore,
    (
        Argument("file", type=Path, metavar="FILE", help="a file that stbpi backup has written"),
        CONFIG,
        LANGUAGE,
        AS_JSON,
    ),
)
