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


def test_the_buzzer_is_said_to_be_soldered_where_its_hole_is():
    front = " ".join((PAGE.parents[1] / "README.md").read_text(encoding="utf-8").split())
    end, edge = map(
        int, re.search(r"hole in the panel: (\d+) mm from the end .*?, (\d+) mm from", front).groups()
    )
    before, beside = map(int, re.search(r"with (\d+) mm before that end and (\d+) mm before", front).groups())
    holes = set(
        re.findall(r"^\| buzzer \| (\d+) \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert holes == {(str(before + end), str(beside + edge))}


def test_no_screw_of_a_screen_is_longer_than_its_post_and_face():
    """The board of a module is at least 1.0 mm; post and face of a bezel are 5.0 mm together."""
    longest = {
        float(mm) for mm in re.findall(r"M2 x ([\d.]+), pan head, screen", PAGE.read_text(encoding="utf-8"))
    }
    assert len(longest) == 1
    assert max(longest) - 1.0 < 5.0 - 1.0, "a millimetre of plastic stays before its tip"
    front = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"four M2 x ([\d.]+)", front) == [f"{max(longest):g}"]


def test_where_the_supply_comes_in_is_the_same_on_every_page():
    front = " ".join((PAGE.parents[1] / "README.md").read_text(encoding="utf-8").split())
    [at] = set(re.findall(r"away from the tray, (\d+) from its left end", PAGE.read_text(encoding="utf-8")))
    assert f"long board away from the tray, {at} from the left" in front
    for name in NAMES:
        assert f"supply: 14 across in the other long board, {at} from the left" in drawn(name)[2]


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


def drawn(name: str) -> tuple[list[tuple[float, ...]], list[list[tuple[float, float]]], str]:
    """Circles and boxes of a drawing of boards, its polygons, and all it says."""
    text = (PAGE.parent / f"boards-{name}.svg").read_text(encoding="utf-8")
    rounds = re.findall(r'<circle class="free" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', text)
    boxes = re.findall(
        r'<rect class="\w+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', text
    )
    middles = [(float(x), float(y), 2 * float(r), 2 * float(r)) for x, y, r in rounds]
    middles += [
        (float(x) + float(w) / 2, float(y) + float(h) / 2, float(w), float(h)) for x, y, w, h in boxes
    ]
    polygons = [
        [tuple(map(float, point.split(","))) for point in points.split()]
        for points in re.findall(r'<polygon class="\w+" points="([^"]+)"', text)
    ]
    return middles, polygons, " ".join(re.findall(r">([^<>]+)</text>", text))


NAMES = {
    "1x9": "One row of nine",
    "1x12": "One row of twelve",
    "4x10": "Four sides of ten",
    "4x12": "Four sides of twelve",
    "6x12": "Six sides of twelve",
}


@pytest.mark.parametrize("name", NAMES)
def test_boards_are_drawn_as_they_are_listed(name):
    middles, _, words = drawn(name)
    [title] = [title for title in trays() if title.startswith(NAMES[name])]
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    assert f"wall {board(trays()[title], 'wall along')[1][1]:.0f} x 45" in words
    _, (_, long, deep, _) = board(trays()[title], "house: panel")
    [(x, y, wide, _)] = [box for box in middles if abs(box[2] / box[3] - long / deep) < 0.01 and box[2] > 300]
    unit = wide / long
    left, top = x - wide / 2, y - unit * deep / 2
    holes = re.findall(
        r"^\| (\w+) \| (\d+) \| (\d+) \| ([\d.]+)(?: across| x ([\d.]+)) \|$", section, re.MULTILINE
    )
    assert len(holes) >= 2
    for what, across, down, size, other in holes:
        wanted = (
            left + unit * float(across),
            top + unit * float(down),
            unit * float(size),
            unit * float(other or size),
        )
        assert any(wanted == pytest.approx(found, abs=0.6) for found in middles), (
            f"the {what} is drawn elsewhere"
        )


def test_a_screen_in_a_corner_board_is_drawn_the_right_way_round():
    """Its longer edge lies along its side, so square to the edge of the corner board that is beside the row's end."""
    _, polygons, _ = drawn("4x10")
    kite, screen = (p for p in polygons if len(p) == 4 and max(y for _, y in p) > 450)
    (x0, y0), (x1, y1) = kite[0], min(kite, key=lambda point: point[0])
    one, other = ((screen[n + 1][0] - screen[n][0], screen[n + 1][1] - screen[n][1]) for n in (0, 1))
    longer = max(one, other, key=lambda edge: hypot(*edge))
    assert hypot(*longer) > 1.02 * min(hypot(*one), hypot(*other))
    assert longer[0] * (x1 - x0) + longer[1] * (y1 - y0) == pytest.approx(0, abs=20)


@pytest.mark.parametrize("title", trays())
def test_what_is_bought_is_enough_for_what_is_sawn(title):
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    told = re.search(
        r"spoilt: ([\d.]+) m of board 45 wide, ([\d.]+) m² of wider .*, ([\d.]+) m each of rail", section
    )
    narrow, wide, rods = map(float, told.groups())
    boards = trays()[title]
    assert 1.05 < narrow / sum(n * a / 1000 for n, a, b, _ in boards.values() if b == 45) < 1.3
    assert wide > 1.05 * sum(n * a * b / 1e6 for n, a, b, c in boards.values() if b > 45 and c == 12)
    assert rods > board(boards, "rail")[1][0] * board(boards, "rail")[1][1] / 1000
