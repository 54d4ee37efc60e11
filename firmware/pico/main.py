"""Runs the flap scanner on a Pico: MicroPython starts this file by itself."""

import machine
import micropython

from flapscan.board import WATCHDOG_MS, Matrix, Usb, load_settings, reset_cause, store_settings
from flapscan.scanner import Scanner
from flapscan.settings import Settings


def main() -> None:
    """Scan for ever, or until somebody wants the prompt."""
    micropython.kbd_intr(-1)  # a 3 on the line is a 3, and not Ctrl-C
    try:
        scanner = Scanner(
            Matrix(),
            Usb(),
            Settings(load_settings, store_settings),
            reset_cause(),
            lambda: machine.WDT(timeout=WATCHDOG_MS).feed,
        )
        while True:
            scanner.wait()
            scanner.turn()
    finally:
        micropython.kbd_intr(3)


main()
