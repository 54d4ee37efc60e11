"""Lets ``python -m stbpi`` do what ``stbpi`` does."""

from __future__ import annotations

import sys

from stbpi.cli import main

if __name__ == "__main__":
    sys.exit(main())
