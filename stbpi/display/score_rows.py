"""Names with their scores on the glass: a row for each, and long scores on lines of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from PIL import ImageDraw

from stbpi.display.area import WIDE, Area, light
from stbpi.display.foot import HINT_ROW
from stbpi.display.lettering import Face, FaceName, face, wrap
from stbpi.display.plain import broken, cut_end, cut_middle
from stbpi.display.screen import ScoreBox, Screen

_SCORES: tuple[FaceName, ...] = ("title", "text", "small")


def draw_scores(pen: ImageDraw.ImageDraw, area: Area, screen: Screen) -> Area:
    """Rows of scores at the bottom: in two columns where more than four on wide glass, the best where not all
    fit.
    """
    columns = _score_columns(area, screen)
    room = _room(area, screen)
    tall = _scores_below(area, screen, room // HINT_ROW) or _names_whole(area, screen, room // HINT_ROW)
    if tall:
        return _tall_boxes(pen, area, screen, tall)
    rows = max(1, min(_rows_of_scores(area, screen), room // HINT_ROW))
    boxes = screen.boxes[: rows * columns]
    width = area.width // columns
    lettering = _score_face(boxes, width - 2, room // rows)
    row_height = max(HINT_ROW, min(room // rows, lettering.cap + lettering.descent + 3))
    top = _top(area, screen, rows * row_height)
    written: list[_Line] = []
    for index, box in enumerate(boxes):
        column, row = divmod(index, rows)
        left = area.left + column * width
        right = left + width - (2 if columns > 1 else 0)
        place = Area(left, top + row * row_height, right, top + (row + 1) * row_height)
        written += _box(pen, place, box, lettering)
    _write(pen, lettering, written)
    return area._replace(bottom=top - 1)


def _top(area: Area, screen: Screen, high: int) -> int:
    """Where rows of this height begin: at the bottom, with a pixel under them where there is one, for what a hint
    reaches over its row; under the title of narrow glass, where nothing else stands.
    """
    alone = not (screen.headline or screen.number or screen.dice or screen.lines)
    return area.top + 2 if alone and area.width < WIDE else area.bottom - high - (high < _room(area, screen))


@dataclass(frozen=True, slots=True)
class _Tall:
    """A box of several lines: those of the name, and those of the score, of which the first may stand beside a name."""

    name: list[str]
    score: list[str]
    beside: bool = False

    @property
    def rows(self) -> int:
        """Lines it takes."""
        return len(self.name) + len(self.score) - self.beside


class _Line(NamedTuple):
    """A text of a row: where it begins, its base line, and whether it is light reversed."""

    x: int
    base: int
    text: str
    strong: bool


def _called(box: ScoreBox) -> str:
    return f"{box.place} {box.name}" if box.place else box.name


def _names_whole(area: Area, screen: Screen, rows: int) -> list[_Tall]:
    """The lines of each box where one row would cut a name, and there is room for the names on several; else none."""
    smallest = face(_SCORES[-1])
    if _score_columns(area, screen) > 1:
        return []
    room = area.width - 4
    every = []
    for box in screen.boxes:
        score = smallest.width(_told(box)) + 4
        name = wrap(_called(box), smallest, room)
        every.append(_Tall(name, [_told(box)], beside=smallest.width(name[-1]) + score <= room))
    in_one_row = all(len(one.name) == 1 and one.beside for one in every)
    return [] if in_one_row or sum(one.rows for one in every) > rows else every


def _scores_below(area: Area, screen: Screen, rows: int) -> list[_Tall]:
    """The lines of each box where a score is too long beside its name and all have room below theirs; else none.

    Scores are broken into as many lines as they need, or shortened to one where there are not ``rows`` for that.
    """
    smallest = face(_SCORES[-1])
    width = area.width // _score_columns(area, screen)
    if all(smallest.width(_told(box)) <= _beside_name(box, smallest, width) for box in screen.boxes):
        return []
    room = area.width - 4

    def fits(part: str) -> bool:
        return smallest.width(part) <= room

    for whole in (
        [_in_lines(box, smallest, room) for box in screen.boxes],
        [_in_two_lines(box, fits) for box in screen.boxes],
        [[_shortened(box, fits)] for box in screen.boxes],
    ):
        if sum(len(lines) + 1 for lines in whole) <= rows:
            break
    else:
        return []
    names = [cut_end(_called(box), fits) for box in screen.boxes]
    every = [_Tall([name], lines) for name, lines in zip(names, whole, strict=True)]
    named = [
        _Tall(wrap(_called(box), smallest, room), one.score)
        for box, one in zip(screen.boxes, every, strict=True)
    ]
    return named if sum(one.rows for one in named) <= rows else every


def _in_lines(box: ScoreBox, lettering: Face, room: int) -> list[str]:
    """A score with its correction in one line where they fit, else the score in as many as its digits need."""

    def fits(part: str) -> bool:
        return lettering.width(part) <= room

    if fits(_told(box)):
        return [_told(box)]
    across = max(1, room // lettering.width("0"))
    if not box.score.isdecimal():
        return _in_two_lines(box, fits)
    return broken(box.score, -(-len(box.score) // across)) + _in_two_lines(box, fits)[1:]


def _in_two_lines(box: ScoreBox, fits: Callable[[str], bool]) -> list[str]:
    """A score shortened to one line; then by how much it is corrected, if it is."""
    behind = [f"({cut_middle(box.corrected, lambda part: fits(f'({part})'))})"] if box.corrected else []
    return [cut_middle(box.score, fits), *behind]


def _told(box: ScoreBox) -> str:
    """A score, and behind it by how much it is corrected."""
    return f"{box.score} ({box.corrected})" if box.corrected else box.score


def _shortened(box: ScoreBox, fits: Callable[[str], bool]) -> str:
    """A score on one line. Of a score and its correction each is shortened by itself, so that nobody takes the two for
    one number: the correction to half of the room, or to what the score leaves.
    """
    if not box.corrected or fits(_told(box)):
        return cut_middle(_told(box), fits)
    behind = cut_middle(box.corrected, lambda part: fits(f"{box.score} ({part})") or fits(f"{part} ({part})"))
    return f"{cut_middle(box.score, lambda part: fits(f'{part} ({behind})'))} ({behind})"


def _beside_name(box: ScoreBox, lettering: Face, width: int) -> int:
    """Pixels for a score in a row of this width: what its name leaves, and half of the row where that is more."""
    place = lettering.width(box.place) + 4 if box.place else 0
    return max(width // 2, width - 10 - place - lettering.width(box.name))


def _tall_boxes(pen: ImageDraw.ImageDraw, area: Area, screen: Screen, every: list[_Tall]) -> Area:
    """Names, each with its score at the end of the last line or on lines of its own below."""
    lettering = face(_SCORES[-1])
    top = _top(area, screen, HINT_ROW * sum(one.rows for one in every))
    base = top + HINT_ROW - 2
    written: list[_Line] = []
    for box, one in zip(screen.boxes, every, strict=True):
        if box.strong:
            light(pen, area.left, base + 2 - HINT_ROW, area.right - 1, base + HINT_ROW * (one.rows - 1))
        for line in one.name:
            written.append(_Line(area.left + 2, base, line, box.strong))
            base += HINT_ROW
        if one.beside:
            base -= HINT_ROW
        for line in one.score:
            written.append(_Line(area.right - 2 - lettering.width(line), base, line, box.strong))
            base += HINT_ROW
    _write(pen, lettering, written)
    return area._replace(bottom=top - 1)


def _score_columns(area: Area, screen: Screen) -> int:
    return 2 if len(screen.boxes) > 4 and area.width >= WIDE else 1


def scores_need_lines(area: Area, screen: Screen) -> bool:
    """Whether the room of the lines is needed to show everybody, or to show scores at their length."""
    room = _room(area, screen)
    if _rows_of_scores(area, screen) * HINT_ROW > room:
        return True
    if not screen.lines or _scores_below(area, screen, room // HINT_ROW):
        return False
    alone = replace(screen, lines=())
    return bool(_scores_below(area, alone, _room(area, alone) // HINT_ROW))


def _rows_of_scores(area: Area, screen: Screen) -> int:
    """Rows it takes to show everybody."""
    return -(-len(screen.boxes) // _score_columns(area, screen))


def _room(area: Area, screen: Screen) -> int:
    """Pixels that headline and lines leave for the scores."""
    return area.height - (16 if screen.headline else 0) - 11 * len(screen.lines)


def _score_face(boxes: tuple[ScoreBox, ...], width: int, height: int) -> Face:
    """The largest face in which every row stands whole in ``width`` x ``height``, else the smallest."""
    for name in _SCORES:
        lettering = face(name)
        widest = max(lettering.width(f"{box.place} {box.name}  {_told(box)}") for box in boxes)
        if widest + 8 <= width and lettering.cap + lettering.descent + 2 <= height:
            return lettering
    return face(_SCORES[-1])


def _box(pen: ImageDraw.ImageDraw, area: Area, box: ScoreBox, lettering: Face) -> list[_Line]:
    """Light a row where it stands out; returns what is to be written in it."""
    if box.strong:
        light(pen, area.left, area.top, area.right - 1, area.bottom - 2)
    base = area.top + (area.height - 1 - lettering.cap) // 2 + lettering.cap
    beside = _beside_name(box, lettering, area.width)
    score = _shortened(box, lambda part: lettering.width(part) <= beside)
    lines = [_Line(area.right - 2 - lettering.width(score), base, score, box.strong)]
    left = area.left + 2
    if box.place:
        lines.append(_Line(left, base, box.place, box.strong))
        left += lettering.width(box.place) + 4
    room = area.right - 6 - lettering.width(score) - left
    name = cut_end(box.name, lambda part: lettering.width(part) <= room)
    return [*lines, _Line(left, base, name, box.strong)]


def _write(pen: ImageDraw.ImageDraw, lettering: Face, lines: list[_Line]) -> None:
    """Write all rows, once all is lit that they stand on; what lights letters up must not take from others' tails."""
    for strong in (True, False):
        of_kind = ((line.x, line.base, line.text) for line in lines if line.strong is strong)
        lettering.write_lines(pen, of_kind, ink=0 if strong else 1)
