"""The flap scanner in MicroPython: the same protocol and the same debounce as firmware/flapscan, on a Pico.

Only ``board`` knows of a chip. All else runs under CPython as it does under MicroPython.
"""

ROWS = 6
COLUMNS = 12
ALL_COLUMNS = (1 << COLUMNS) - 1

MAJOR = 1
MINOR = 0
