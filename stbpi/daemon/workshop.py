"""What the service mode shows beside the match: switches at once, dice and computer as soon as they have been read."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stbpi.daemon.machine import read_machine
from stbpi.daemon.switches import Switches
from stbpi.store.thrown import thrown_dice
from stbpi.table.reports import DiceReport, MachineReport, ServiceReport
from stbpi.table.service_view import ServicePage
from stbpi.table.view import TableView
from stbpi.tray.profile import Profile

log = logging.getLogger("stbpi")

_READ_FOR = frozenset((ServicePage.DICE, ServicePage.VERSIONS, ServicePage.HEALTH))
"""Pages that show what has to be read first."""


class Workshop:
    """Reads on a thread of its own: a year of matches takes a while, and the game does not wait for it.

    ``page_at`` is the host and port that the page is bound to; ``changed`` is called when there is more to show.
    """

    def __init__(
        self,
        switches: Switches,
        profile: Profile,
        journal: Path,
        page_at: tuple[str, int],
        changed: Callable[[], None],
    ) -> None:
        self._switches = switches
        self._lamps = bool(profile.lamps)
        self._buzzer = profile.buzzer is not None
        self._journal = journal
        self._page_at = page_at
        self._changed = changed
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workshop")
        self._page: ServicePage | None = None
        self._reading: asyncio.Task[None] | None = None
        self._dice: tuple[DiceReport, ...] | None = None
        self._machine: MachineReport | None = None

    def known(self, view: TableView) -> ServiceReport:
        """What is known now."""
        switches = self._switches.reports(view.doubted)
        return ServiceReport(
            switches, self._dice, self._machine, self._lamps, self._buzzer, self._switches.link
        )

    async def read(self, view: TableView) -> ServiceReport:
        """The same, read anew."""
        loop = asyncio.get_running_loop()
        host, port = self._page_at
        self._dice = await loop.run_in_executor(self._thread, thrown_dice, self._journal)
        self._machine = await loop.run_in_executor(self._thread, read_machine, host, port)
        return self.known(view)

    def show(self, view: TableView) -> None:
        """A view is shown; a page that was turned to is read anew beside it."""
        service = view.prompt.service
        before, self._page = self._page, None if service is None else service.page
        if (
            self._page in _READ_FOR
            and self._page is not before
            and (self._reading is None or self._reading.done())
        ):
            self._reading = asyncio.get_running_loop().create_task(self._read(view), name="workshop")

    def close(self) -> None:
        """Read nothing more, and wait for nothing."""
        if self._reading is not None:
            self._reading.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _read(self, view: TableView) -> None:
        await self.read(view)
        self._changed()
