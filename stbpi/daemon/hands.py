"""People's hands, and bad luck, at a simulated tray: what the web asks of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stbpi.daemon.keeper import Keeper
from stbpi.daemon.panels import Panels
from stbpi.daemon.switches import Switches
from stbpi.table.events import Micros
from stbpi.tray import SimulatorError as TraySimulatorError
from stbpi.tray.errors import NoSuchFaultError, NoSuchFlapError
from stbpi.tray.simulated import Simulator
from stbpi.web.service import Level, SimulatorError, Snapshot

OLED_GONE = "oled_gone"


class Hands:
    """The web's ``SimulatedTray``: moves flaps and returns once the debounced picture shows it."""

    def __init__(
        self,
        simulator: Simulator,
        switches: Switches,
        panels: Panels,
        keeper: Keeper,
        latest: Callable[[], Snapshot],
    ) -> None:
        self._simulator = simulator
        self._switches = switches
        self._panels = panels
        self._keeper = keeper
        self._latest = latest

    async def flap(self, side: int, flap: int, *, closed: bool) -> Snapshot:
        """Move one flap, bouncing like the real thing."""
        return await self._done(lambda: self._simulator.flap(side, flap, closed))

    async def edges(self, side: int, flap: int, edges: Sequence[Level]) -> Snapshot:
        """Give one contact these levels at these times."""
        levels = [[at, int(closed)] for at, closed in edges]
        return await self._done(lambda: self._simulator.edges(side, flap, levels))

    async def fault(self, kind: str, side: int | None, flap: int | None, *, on: bool) -> Snapshot:
        """Switch a named fault on or off."""

        def switch() -> Micros:
            if kind == OLED_GONE:
                self._panels.lose(on)
            elif kind not in self._simulator.fault_names:
                known = ", ".join(sorted((OLED_GONE, *self._simulator.fault_names)))
                raise NoSuchFaultError(f'the simulated tray knows no fault "{kind}"; it knows {known}')
            elif side is None or flap is None:
                raise NoSuchFlapError(f'"{kind}" is a fault of one flap; say which with side and flap')
            else:
                self._simulator.fault(kind, side, flap, on)
            return self._switches.now()

        return await self._done(switch)

    async def _done(self, act: Callable[[], Micros]) -> Snapshot:
        try:
            rests_at = act()
        except NoSuchFaultError as error:
            raise SimulatorError("no_such_fault", str(error)) from error
        except NoSuchFlapError as error:
            code = "no_such_side" if "no side" in str(error) else "no_such_flap"
            raise SimulatorError(code, str(error)) from error
        except TraySimulatorError as error:
            raise SimulatorError("bad_edges", str(error)) from error
        await self._switches.rested(rests_at)
        await self._keeper.idle()
        return self._latest()
