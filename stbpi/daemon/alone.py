"""Whether another stbpi plays on the same journal already: asked before anything is opened, listened on or told."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from stbpi.daemon.failure import DaemonFailed


def check_alone(journal: Path) -> None:
    """Raise DaemonFailed while another stbpi has the journal open.

    It holds the lock of ``stbpi.store.files`` as long as it runs; the system lets go of that when it ends, however it
    ends. What else may be wrong with the folder shows when the journal is opened, and is played on with.
    """
    try:
        lock = os.open(journal.with_name(journal.name + ".lock"), os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DaemonFailed(
            f"another stbpi already plays in {journal.parent} (it has {journal.name} open); stop that one, or set "
            "[store] path to a file in another folder"
        ) from None
    except OSError:
        # A disk without locks: whoever opens the journal is told the same.
        return
    finally:
        os.close(lock)
