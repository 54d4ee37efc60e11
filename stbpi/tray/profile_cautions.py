"""What a profile says that can be wired and played, but may not be what its maker meant: told, not refused."""

from __future__ import annotations

from collections import defaultdict

from stbpi.tray.bus_faults import named
from stbpi.tray.debounce import bits
from stbpi.tray.matrix import rectangles
from stbpi.tray.parts import MatrixCell
from stbpi.tray.profile import Contact, Filtering, Profile


def cautions(profile: Profile) -> tuple[str, ...]:
    """One sentence on each such thing, with the values, what comes of them and the mend."""
    return (*_missing_diodes(profile), *_long_glitches(profile))


def _missing_diodes(profile: Profile) -> list[str]:
    """Several rows with several flaps closed are what every match on rows of one's own comes to."""
    matrix = profile.matrix
    if matrix is None or matrix.diodes:
        return []
    at = {contact.at: contact for contact in profile.contacts if isinstance(contact.at, MatrixCell)}
    by_row = [0] * len(matrix.rows)
    for cell in at:
        by_row[cell.row] |= 1 << cell.column
    corners = rectangles(by_row)
    upper = next((row for row, columns in enumerate(corners) if columns), None)
    if upper is None:
        return []
    lower = next(
        row for row in range(upper + 1, len(corners)) if (corners[upper] & by_row[row]).bit_count() > 1
    )
    left, right, *_ = bits(corners[upper] & by_row[lower])
    four = [at[MatrixCell(row, column)] for row in (upper, lower) for column in (left, right)]
    return [
        f"diodes = false, and {', '.join(map(str, four[:3]))} and {four[3]} are the corners of a rectangle of the "
        "matrix: once three of them are closed the fourth seems closed, and how they stand has to be confirmed by "
        "hand; give every switch a diode such as the 1N4148, and take diodes = false out"
    ]


def _long_glitches(profile: Profile) -> list[str]:
    """Against the spikes of long wires that is meant; by mistake it makes a tray slow."""
    slow: defaultdict[Filtering, list[Contact]] = defaultdict(list)
    for contact in profile.contacts:
        if contact.filtering.glitch_ms > contact.filtering.debounce_ms:
            slow[contact.filtering].append(contact)
    return [
        f"glitch_ms = {numbers.glitch_ms} is longer than debounce_ms = {numbers.debounce_ms} for "
        f"{named([str(contact) for contact in contacts])}: a movement is told {numbers.glitch_ms} ms after it began, "
        "and nothing shorter is heeded, as long wires with long spikes need it; where yours have none, make glitch_ms "
        "shorter"
        for numbers, contacts in slow.items()
    ]
