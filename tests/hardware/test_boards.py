"""Whether what the cutting list says to saw makes a tray: reckoned from the page alone, without its program."""

from __future__ import annotations

import re
from math import cos, hypot, pi, radians, sin, tan
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "hardware/enclosure/cutting-list.md"
INSET = 11
"""From where two walls' inner faces meet to where a board begins in its corner: the drawing of the corner."""
FENCE_TO_WALL = 95
"""The page of dimensions has it."""


def trays() -> dict[str, dict[str, tuple[int, float, float, float]]]:
    """The boards of every tray: how many, length, width, thickness."""
    found = {}
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        title, _, rest = section.partition("\n")
        rows = re.findall(r"^\| (.+?) \| (\d+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$", rest, re.MULTILINE)
        found[title] = {name: (int(n), float(a), float(b), float(c)) for name, n, a, b, c in rows}
    return found


def board(boards, begins):
    [name] = [name for name in boards if name.startswith(begins)]
    return name, boards[name]


def around(sides: int, face: float, mitre: float, thick: float) -> list[list[tuple[float, float]]]:
    """Boards set around the middle so that the corners of their longer faces meet, seen from above."""
    away = face / 2 / tan(pi / sides)
    short = face / 2 - thick * tan(radians(mitre))
    one = [(-face / 2, -away), (face / 2, -away), (short, thick - away), (-short, thick - away)]
    return [[turned(point, 2 * pi * n / sides) for point in one] for n in range(sides)]


def turned(point, angle):
    x, y = point
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def common(one, other) -> float:
    """The area two convex shapes have in common: the one cut along every edge of the other."""
    for (ax, ay), (bx, by) in zip(other, [*other[1:], other[0]], strict=True):

        def inside(p, ax=ax, ay=ay, bx=bx, by=by):
            return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

        kept = []
        for p, q in zip(one, [*one[1:], *one[:1]], strict=True):
            if inside(p) >= 0:
                kept.append(p)
            if (inside(p) < 0) != (inside(q) < 0):
                part = inside(p) / (inside(p) - inside(q))
                kept.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
        one = kept
    twice = sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(one, [*one[1:], *one[:1]], strict=True))
    return abs(twice) / 2


def faults(sides, fence, mitre, wall_cut, floor, thick=12.0) -> list[str]:
    """What does not fit of a tray of three sides and more."""
    said = []
    ring = around(sides, fence, mitre, thick)
    if common(ring[0], ring[1]) > 1:
        said.append("fences overlap")
    if hypot(ring[0][2][0] - ring[1][3][0], ring[0][2][1] - ring[1][3][1]) > 0.5:
        said.append("fences gape")
    # The walls' inner faces are parallel to the fences' outer ones; each wall is as long as its polygon's edge.
    away = fence / 2 / tan(pi / sides) + FENCE_TO_WALL
    if abs(2 * away * tan(pi / sides) - 2 * INSET - wall_cut) > 1.2:
        said.append("walls do not reach their corners, or press them apart")
    if abs(floor - 2 * (away + thick + 3) * tan(pi / sides)) > 1.2:
        said.append("the floor does not end with the corners")
    return said


@pytest.mark.parametrize("title", [title for title in trays() if "sides" in title])
def test_a_tray_of_many_sides_closes(title):
    boards = trays()[title]
    name, (sides, fence, high, thick) = board(boards, "fence")
    mitre = float(re.search(r"mitred at ([\d.]+)", name)[1])
    _, (walls, cut, wall_high, _) = board(boards, "wall along")
    _, (_, floor, _, _) = board(boards, "floor")
    assert walls == sides
    assert faults(sides, fence, mitre, cut, floor, thick) == []
    assert high == wall_high == 45, "a corner board lies on both"
    _, (count, long, short, _) = board(boards, "corner board")
    assert count == sides
    assert long == FENCE_TO_WALL + 2 * thick
    assert short == pytest.approx(long * tan(pi / sides), abs=0.6)
    _, (_, rail, _, _) = board(boards, "rail")
    assert rail == pytest.approx(fence - 2 * thick * tan(radians(mitre)), abs=1), (
        "a row is as long as the field"
    )


@pytest.mark.parametrize("title", [title for title in trays() if "row" in title])
def test_a_tray_of_one_row_closes(title):
    boards = trays()[title]
    _, (_, floor, floor_across, _) = board(boards, "floor")
    _, (_, along, high, thick) = board(boards, "wall along")
    _, (_, across, _, _) = board(boards, "wall across")
    inside = along + 2 * INSET
    assert floor == inside + 2 * (thick + 3)
    assert floor_across == across + 2 * INSET + 2 * (thick + 3)
    assert board(boards, "rail")[1][1] == board(boards, "fence")[1][1] == inside
    assert board(boards, "fence")[1][2] == high == 45


@pytest.mark.parametrize("title", trays())
def test_the_house_closes_and_holds_what_goes_in(title):
    boards = trays()[title]
    _, (_, long, high, thick) = board(boards, "house: long")
    _, (_, short, other, _) = board(boards, "house: short")
    assert high == other
    assert (
        board(boards, "house: floor")[1][1:3]
        == board(boards, "house: panel")[1][1:3]
        == (long, short + 2 * thick)
    )
    pi_wide, button, board_long, board_wide = 56, 33, 160, 100
    assert long - 2 * thick >= pi_wide + button + board_long
    assert short >= board_wide


@pytest.mark.parametrize(
    ("sides", "fence", "mitre", "cut", "floor", "words"),
    [
        (4, 388, 0, 556, 608, ["fences overlap"]),
        (4, 412, 45, 556, 632, ["walls do not reach their corners, or press them apart"]),
        (6, 401.9, 30, 489.6, 515, ["the floor does not end with the corners"]),
        (6, 401.9, 20, 489.6, 528.9, ["fences overlap"]),
        (6, 401.9, 35, 489.6, 528.9, ["fences gape"]),
    ],
)
def test_boards_that_do_not_fit_are_found(sides, fence, mitre, cut, floor, words):
    assert set(words) <= set(faults(sides, fence, mitre, cut, floor))
