"""The command line: one small module for each command.

Exit status 0 done, 1 a finding, 2 wrong use or bad input, told in one line on stderr. Commands import
what they need when they run, so that asking for help costs nothing.
"""

from __future__ import annotations

from stbpi.cli.program import main

__all__ = ["main"]
