"""The flap scanner: a small processor that reads up to 6 x 12 flaps and tells of them on a serial line.

``frames``, ``parser`` and ``session`` are pure: bytes and instants in, values out. ``port`` and ``reader`` reach a real
port, ``backend`` joins them to the tray, ``simulated`` is a scanner of no more than this program.
"""
