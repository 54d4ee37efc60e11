"""The figures in the first table of limits in docs/security.md, held to what the server lets in."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import pytest

from stbpi.web.door import MOST_CONNECTIONS, is_room
from stbpi.web.errors import ApiError
from stbpi.web.guard import Rates
from stbpi.web.live import KEPT_FOR_HERE
from tests.web.serving import run, serving
from tests.web.table_service import TableService

SECURITY = Path(__file__).parents[2] / "docs/security.md"
HERE, STRANGER = "127.0.0.1", "192.0.2.7"


def promised(what: str) -> list[int | None]:
    """Altogether, from one address of the network, from the tray itself: the first figure of each, None for none."""
    (row,) = re.findall(rf"^\| {what} \|(.*)\|$", SECURITY.read_text(encoding="utf-8"), re.MULTILINE)
    figures = [re.search(r"\d+", cell) for cell in row.split("|")[:3]]
    return [found and int(found[0]) for found in figures]


def kept_for_the_tray(what: str) -> int:
    """How many of all are kept for the tray itself."""
    (kept,) = re.findall(
        rf"^\| {what} \|.*of which (\d+) are kept", SECURITY.read_text(encoding="utf-8"), re.MULTILINE
    )
    return int(kept)


def connections(address: str) -> int:
    """How many one address can have where there are no others."""
    return next(count for count in range(2 * MOST_CONNECTIONS) if not is_room(address, [address] * count))


def strangers_altogether() -> int:
    """How many connections the network can have, each from another address."""
    return next(
        count
        for count in range(2 * MOST_CONNECTIONS)
        if not is_room(STRANGER, [f"10.0.0.{number}" for number in range(count)])
    )


def test_connections() -> None:
    altogether, from_one, here = promised("connections")
    assert (connections(STRANGER), connections(HERE)) == (from_one, here)
    assert here == altogether == strangers_altogether() + kept_for_the_tray("connections")


def calls(rates: Rates, address: str, authorization: str | None, token: str | None, *, here: bool) -> int:
    """How many calls at one instant are answered before there are too many."""
    for count in range(1000):
        try:
            rates.check(address, authorization, token, here=here)
        except ApiError as error:
            if error.status == 429:
                return count
    raise AssertionError("there are never too many")


@pytest.mark.parametrize("here", [False, True], ids=["network", "tray"])
def test_calls_that_change_something(here: bool) -> None:
    altogether, from_one, from_here = promised("calls that change something")
    address = HERE if here else STRANGER
    assert calls(Rates(lambda: 0.0), address, None, None, here=here) == (from_here if here else from_one)
    rates = Rates(lambda: 0.0)
    let_in = [calls(rates, f"10.0.0.{number}", None, None, here=False) for number in range(10)]
    assert sum(let_in) == altogether


@pytest.mark.parametrize("here", [False, True], ids=["network", "tray"])
def test_wrong_tokens(here: bool) -> None:
    none, from_one, from_here = promised("wrong tokens")
    address = HERE if here else STRANGER
    assert calls(Rates(lambda: 0.0), address, "Bearer x", "the-token", here=here) == (
        from_here if here else from_one
    )
    assert none is None
    rates = Rates(lambda: 0.0)
    tried = [calls(rates, f"10.0.0.{number}", "Bearer x", "the-token", here=False) for number in range(30)]
    assert tried == [from_one] * 30


def test_websockets_of_the_tray_itself() -> None:
    altogether, _, here = promised("open WebSockets")

    async def test() -> None:
        async with serving(TableService()) as caller:
            pages = [await caller.events() for _ in range(here or 0)]
            with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                await caller.events()
            for page in pages:
                await page.close()

    assert here == altogether
    assert kept_for_the_tray("open WebSockets") == KEPT_FOR_HERE
    run(test())
