"""A real Chromium, or a clear word about why there is none."""

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests.browser.browsing import BROWSERS, House, find_browser


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's path. Without one these tests are skipped, except in CI, where they must run."""
    found = find_browser()
    if found is None:
        word = f"No browser found (looked for {', '.join(BROWSERS)}); install chromium to run tests/browser."
        if os.environ.get("CI") == "true":
            pytest.fail(word)
        pytest.skip(word)
    return found


@pytest.fixture(scope="session")
def house(chromium: str) -> Iterator[House]:
    """One browser for all these tests, each with pages of its own; starting one takes longer than most tests."""
    with asyncio.Runner() as runner:
        house = House(runner)
        runner.run(house.open(chromium))
        try:
            yield house
        finally:
            runner.run(house.close())
