"""What can be wrong with a tray: a class per kind of mistake, each with a sentence that names the mend."""

from __future__ import annotations


class TrayError(Exception):
    """Anything the tray refuses or cannot do."""


class ProfileError(TrayError, ValueError):
    """A wiring profile says something that cannot be."""


class ProfileNotFoundError(ProfileError):
    """No wiring profile of that name is shipped or lies beside the configuration."""


class UnknownKeyError(ProfileError):
    """A wiring profile has a key that means nothing."""


class BadValueError(ProfileError):
    """A wiring profile gives a key a value of the wrong type or out of range."""


class PinConflictError(ProfileError):
    """Two things of a wiring profile want the same pin or address, or a pin that a bus of the Pi owns."""


class NotReadableError(ProfileError):
    """A wiring profile has switches that the chosen backend cannot read."""


class TrayUnavailableError(TrayError):
    """The tray's hardware cannot be reached: no GPIO chip, a pin held by someone else, a library missing."""


class SimulatorError(TrayError, ValueError):
    """Something was asked of the simulated tray that it does not have or cannot do."""


class NoSuchFlapError(SimulatorError):
    """The tray has no such flap."""


class NoSuchDisplayError(SimulatorError):
    """The tray has no such display."""


class NoSuchFaultError(SimulatorError):
    """The simulated tray knows no fault of that name."""


class TrayAwayError(SimulatorError):
    """The simulated tray is not there now."""
