"""What long tests share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[Path]:
    """A folder whose disk nobody waits for, where the computer has memory to mount as one.

    On a clock that jumps half of what is left to wait for is the disk's syncs. They are made all the same; whether what
    is synced outlives a pulled plug, others try.
    """
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="stbpi-", dir=MEMORY) as folder:
        yield Path(folder)
