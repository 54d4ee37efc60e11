"""The token of a tray that is on the network with none configured: made once, and kept beside the journal."""

from __future__ import annotations

import logging
import os
import re
import secrets
from pathlib import Path

log = logging.getLogger(__name__)

TOKEN_BYTES = 16
"""128 bits: nobody guesses it, and its QR code is still coarse enough for a phone across a table."""

PRIVATE = 0o600

_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,128}")


def token_file(journal: Path) -> Path:
    """The file that belongs to a journal."""
    return journal.with_name(journal.name + ".token")


def kept_token(file: Path) -> str | None:
    """The token in a file; None where there is none, where it may not be read, and where what stands there is none."""
    try:
        text = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if _TOKEN.fullmatch(text) else None


def made_token(file: Path) -> str:
    """The token in a file that only its owner may read; made where there is none.

    Where the disk will not keep it, it holds until the program ends, and the log says so.
    """
    known = kept_token(file)
    try:
        if known is not None:
            # Restored from a copy, it may have come with other rights.
            file.chmod(PRIVATE)
            return known
        known = secrets.token_urlsafe(TOKEN_BYTES)
        _keep(file, known)
    except OSError as error:
        fresh = known or secrets.token_urlsafe(TOKEN_BYTES)
        log.warning(
            "the token for phones could not be kept in %s (%s); another is made at the next start, or set token under "
            "[web]",
            file,
            error.strerror,
        )
        return fresh
    log.info("a token for phones was made; it stands in %s", file)
    return known


def _keep(file: Path, token: str) -> None:
    """Put a token on disk, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(file.name + ".new")
    beside.unlink(missing_ok=True)
    # Never readable by others, not even for a moment.
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with open(descriptor, "w", encoding="ascii") as out:  # noqa: PTH123 - a descriptor, not a path
        out.write(token + "\n")
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
