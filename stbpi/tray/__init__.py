"""The tray as a thing of wood and wire: wiring, switches, lamp, buzzer; and one that is simulated."""

from __future__ import annotations

from stbpi.tray.errors import NotReadableError, ProfileError, SimulatorError, TrayError, TrayUnavailableError
from stbpi.tray.open import Tray, open_tray
from stbpi.tray.profile import Profile, load_profile, profile_names

__all__ = [
    "NotReadableError",
    "Profile",
    "ProfileError",
    "SimulatorError",
    "Tray",
    "TrayError",
    "TrayUnavailableError",
    "load_profile",
    "open_tray",
    "profile_names",
]
