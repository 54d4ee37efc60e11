"""Letting a test live in a time zone."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def local_time(zone: str) -> Iterator[None]:
    """Local time is that of ``zone``, such as ``Europe/Zurich``."""
    with patch.dict(os.environ, TZ=zone):
        time.tzset()
        yield
    time.tzset()
