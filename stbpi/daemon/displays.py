"""Which displays hang on a tray: configured ones, else those of its wiring profile."""

from __future__ import annotations

from stbpi.config import Settings
from stbpi.tray.profile import Display, Profile


def displays_of(settings: Settings, profile: Profile) -> tuple[Display, ...]:
    """The configured displays, or those the profile says hang on the tray."""
    configured = (
        Display(one.driver, one.bus, one.address, one.rotate, one.columns_offset, one.side)
        for one in settings.displays
    )
    return tuple(configured) or profile.displays
