"""What tests of several commands share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stbpi import cli

Ran = tuple[int, str, str]


@pytest.fixture
def stbpi(capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Ran]:
    """Runs a command line in this process; gives (status, stdout, stderr)."""

    def run(*argv: object) -> Ran:
        status = cli.main([str(argument) for argument in argv])
        written = capsysbinary.readouterr()
        return status, written.out.decode("utf-8"), written.err.decode("utf-8")

    return run
