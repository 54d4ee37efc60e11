"""What every axis can be, as people may write it."""

from __future__ import annotations

from stbpi.rules.ruleset import MOST_FLAPS, MOST_POINTS, NO_FLAPS, READERS, Whole, Word


def choices(axis: str) -> tuple[str, ...]:
    """The values of an axis as TOML writes them, a range of numbers as ``1-4``: ``"shared"``, ``"own"``."""
    reader = READERS[axis]
    if isinstance(reader, Word):
        return tuple(f'"{member.value}"' for member in reader.kind)
    if isinstance(reader, Whole):
        most = "10^40" if reader.most == MOST_POINTS else str(reader.most)
        return (f"{reader.least}-{most}", *([f'"{reader.off}"'] if reader.off is not None else []))
    if axis == "flaps":
        return (f"1-{MOST_FLAPS}", "[1, 2, ...]")
    if axis == "closed_at_start":
        return ("[1, 2, ...]", f'"{NO_FLAPS}"')
    return ("true", "false")
