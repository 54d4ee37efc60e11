"""The scanner's program, and its parts, to be driven."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware import kit as kit_
from tests.firmware.nano import Nano
from tests.firmware.workbench import Workbench

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.firmware)


@pytest.fixture(scope="session")
def kit() -> kit_.Kit:
    try:
        return kit_.kit()
    except kit_.NotHereError as missing:
        # Where everything has been installed for it, not being able to is no reason to be content.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def workbench(kit: kit_.Kit) -> Iterator[Workbench]:
    with Workbench(kit.workbench) as bench:
        yield bench


@pytest.fixture
def nano(kit: kit_.Kit, tmp_path: Path) -> Iterator[Nano]:
    """In virtual time that goes only when told to; just switched on, nothing closed."""
    with Nano(kit, tmp_path) as running:
        yield running
