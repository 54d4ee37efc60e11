"""The pin factory of a real Pi: chosen by name, on the chip found by its label, never by falling back.

lgpio makes a named pipe (``.lgd-nfy…``) in the working directory when it is imported and fails where that cannot
be written (lg#12). Its ``LG_WD`` names another directory, but by moving the whole process there, relative
paths and all. The service therefore runs in a directory of its own, see ``systemd/stbpi.service``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, Literal, TypeAlias

from stbpi.tray.errors import TrayUnavailableError
from stbpi.tray.gpio import Pins

FactoryName: TypeAlias = Literal["lgpio", "rpigpio"]

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the 40-pin header: Pi 5, Pi 4, and all before. Its number is no guide: on a Pi 5
it moved from 4 to 0 and further from kernel to kernel (gpiozero#1166)."""

SIMULATE = 'to play without a Pi set [board] backend = "simulated"'


@dataclass(frozen=True, slots=True)
class Chip:
    """A GPIO chip: the number of its ``/dev/gpiochip`` and its label, or why it could not be opened."""

    number: int
    label: str | None
    trouble: str = ""


def open_pins(name: FactoryName = "lgpio", list_chips: Callable[[], tuple[Chip, ...]] | None = None) -> Pins:
    """The pins of this Pi's header through the pin factory ``name``.

    ``rpigpio`` is gpiozero's RPi.GPIO factory on rpi-lgpio, which stands in for RPi.GPIO: the original has
    no edges on kernels from 6.6 and none at all on a Pi 5. Raises ``TrayUnavailableError`` when anything is
    not as it must be.
    """
    lgpio = _import_lgpio()
    chip = header_chip((list_chips or list_chips_with_lgpio)())
    import gpiozero

    errors = (gpiozero.GPIOZeroError, lgpio.error, OSError, RuntimeError)
    try:
        factory = _lgpio_factory(chip) if name == "lgpio" else _rpigpio_factory(chip)
    except errors as error:
        raise TrayUnavailableError(
            f"the pin factory {name} does not open /dev/gpiochip{chip}: {error}; {SIMULATE}"
        ) from error
    return Pins(factory, errors, lambda pin: holder_of(lgpio, chip, pin))


class _NoFactory:
    """The pin factory of a tray that has nothing on pins."""

    def close(self) -> None:
        """There is nothing to let go of."""


def no_pins() -> Pins:
    """The pins of a tray that needs none: nothing is opened, and no library is loaded."""
    return Pins(_NoFactory(), ())


def header_chip(chips: tuple[Chip, ...]) -> int:
    """The number of the chip behind the header. Raises ``TrayUnavailableError`` where there is none."""
    for chip in chips:
        if chip.label in HEADER_LABELS:
            return chip.number
    shut = [chip for chip in chips if chip.label is None]
    if shut:
        raise TrayUnavailableError(
            f"/dev/gpiochip{shut[0].number} cannot be opened: {shut[0].trouble}; "
            "put the user stbpi runs as into the group gpio and log in anew"
        )
    if chips:
        labels = ", ".join(f"{chip.label} (gpiochip{chip.number})" for chip in chips)
        raise TrayUnavailableError(
            f"none of this machine's GPIO chips is a Pi's header: there is {labels}, "
            f"looked for is {', '.join(HEADER_LABELS)}; {SIMULATE}"
        )
    raise TrayUnavailableError(f"this machine has no GPIO chip (no /dev/gpiochip*); {SIMULATE}")


def holder_of(lgpio: Any, chip: int, pin: int) -> str | None:
    """Who holds a pin: the name a program, a driver or an overlay gave the kernel when it took the line."""
    try:
        handle = lgpio.gpiochip_open(chip)
        try:
            _, _, _, _, user = lgpio.gpio_get_line_info(handle, pin)
        finally:
            lgpio.gpiochip_close(handle)
    except lgpio.error:
        return None
    return str(user) or None


def list_chips_with_lgpio(devices: Path = Path("/dev")) -> tuple[Chip, ...]:
    """The GPIO chips of this machine by ascending number, each opened once for its label."""
    lgpio = _import_lgpio()
    found = (path.name.removeprefix("gpiochip") for path in devices.glob("gpiochip*"))
    chips = []
    for number in sorted(int(name) for name in found if name.isdecimal()):
        try:
            handle = lgpio.gpiochip_open(number)
            try:
                _, _, _, label = lgpio.gpio_get_chip_info(handle)
            finally:
                lgpio.gpiochip_close(handle)
        except lgpio.error as error:
            chips.append(Chip(number, None, str(error)))
        else:
            chips.append(Chip(number, label))
    return tuple(chips)


def _import_lgpio() -> Any:  # lgpio has no types
    try:
        return import_module("lgpio")
    except ImportError:
        raise TrayUnavailableError(
            f'lgpio, which reaches the pins, is not installed: pip install "stbpi[pi]"; {SIMULATE}'
        ) from None
    except OSError as error:
        raise TrayUnavailableError(
            f"lgpio cannot make its pipe in {Path.cwd()}: {error}; start stbpi in a directory "
            "it may write to, and unset LG_WD"
        ) from None


def _lgpio_factory(chip: int) -> Any:  # nor has gpiozero
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory(chip=chip)
    if factory.chip != chip:
        version = metadata.version("gpiozero")
        factory.close()
        raise TrayUnavailableError(
            f"gpiozero {version} opened gpiochip{factory.chip} where gpiochip{chip} was asked for; "
            "install gpiozero 2.0.1.post3 or newer"
        )
    return factory


def _rpigpio_factory(chip: int) -> Any:  # nor has gpiozero
    try:
        metadata.distribution("rpi-lgpio")
    except metadata.PackageNotFoundError:
        raise TrayUnavailableError(
            "the pin factory rpigpio needs rpi-lgpio, which is not installed: "
            'pip uninstall RPi.GPIO, then pip install "stbpi[pi]"'
        ) from None
    # The only way to tell rpi-lgpio which chip to open.
    os.environ["RPI_LGPIO_CHIP"] = str(chip)
    from gpiozero.pins.rpigpio import RPiGPIOFactory

    return RPiGPIOFactory()
