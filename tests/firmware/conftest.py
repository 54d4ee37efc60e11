"""The scanner's program, and its parts, to be driven."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware import kit as kit_
from tests.firmware.nano import Nano
from tests.firmware.pico import INTERPRETERS, PICO, NoInterpreterError, Pico, interpreter
from tests.firmware.workbench import Workbench

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.firmware)


def kit_or_skip() -> kit_.Kit:
    try:
        return kit_.kit()
    except kit_.NotHereError as missing:
        # Where everything has been installed for it, not being able to is no reason to be content.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def kit() -> kit_.Kit:
    return kit_or_skip()


@pytest.fixture(scope="module")
def c_workbench(kit: kit_.Kit) -> Iterator[Workbench]:
    with Workbench(kit.workbench) as bench:
        yield bench


@pytest.fixture(scope="module", params=["nano", *INTERPRETERS])
def workbench(request: pytest.FixtureRequest) -> Iterator[Workbench]:
    """The logic of the one scanner and of the other."""
    if request.param == "nano":
        command: tuple[str | Path, ...] = (kit_or_skip().workbench,)
    else:
        command = (*interpreter_or_skip(request.param), PICO / "workbench.py")
    with Workbench(*command) as bench:
        yield bench


@pytest.fixture(params=INTERPRETERS)
def pico(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Pico]:
    with Pico(interpreter_or_skip(request.param), tmp_path) as running:
        yield running


def interpreter_or_skip(name: str) -> tuple[str, ...]:
    try:
        return interpreter(name)
    except NoInterpreterError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def nano(kit: kit_.Kit, tmp_path: Path) -> Iterator[Nano]:
    """In virtual time that goes only when told to; just switched on, nothing closed."""
    with Nano(kit, tmp_path) as running:
        yield running
