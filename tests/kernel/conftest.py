"""One emulated machine for all tests of a run; each finds it with nothing plugged in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.kit import NotHereError, kit
from tests.kernel.machine import Machine
from tests.kernel.tray import HEADER, OLED, PI_5

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.kernel)


@pytest.fixture(scope="session")
def running() -> Iterator[Machine]:
    try:
        found = kit()
    except NotHereError as missing:
        # Where everything has been installed for it, not being able to is no reason to be content.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    with Machine(found) as machine:
        yield machine


@pytest.fixture
def machine(running: Machine) -> Iterator[Machine]:
    """A Pi 5 by its revision, without a chip, a bus or a program; whatever the test adds is taken away again."""
    running.call("revision", code=PI_5)
    try:
        yield running
    finally:
        running.call("clear")


@pytest.fixture
def pi(machine: Machine) -> Machine:
    """A Pi 5 with its header and an OLED where ``direct-9`` has one."""
    machine.call("chips", labels=[HEADER])
    machine.call("buses", parts=[[*OLED, "ssd1306"]])
    return machine
