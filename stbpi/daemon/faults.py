"""What is broken right now, told to every surface, logged once when it goes and once when it returns."""

from __future__ import annotations

import logging
from collections.abc import Callable

from stbpi.web.service import Fault

log = logging.getLogger("stbpi")


class FaultBoard:
    """The faults that stand, by the part they are about; at most one a part. Used on the loop only.

    ``changed`` is called whenever the list differs from before.
    """

    def __init__(self) -> None:
        self._faults: dict[str, Fault] = {}
        self.changed: Callable[[], None] = lambda: None

    @property
    def standing(self) -> tuple[Fault, ...]:
        """All faults that stand, in the order they came."""
        return tuple(self._faults.values())

    def report(self, part: str, code: str, message: str | None) -> None:
        """Say how a part is: ``message`` None means well. Repeating what is known says nothing again."""
        known = self._faults.get(part)
        if message is None:
            if known is None:
                return
            del self._faults[part]
            log.info("%s: well again", part)
        else:
            if known is not None and (known.code, known.message) == (code, message):
                return
            self._faults[part] = Fault(code=code, message=message, part=part)
            log.warning("%s: %s", part, message)
        self.changed()
