"""Contact sheets of the golden images for docs/screens.md: ``make screens``. Look at them afterwards.

A sheet has a row for each screen and a column for each language, enlarged, and lit pixels light as on a panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from stbpi.display.lettering import face
from stbpi.locale import LANGUAGES

GOLDEN = Path(__file__).parent / "golden"
"""A folder for each language."""

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "screens"

ZOOM = 2
GAP = 14
BAND = 26
"""Pixels that the name over a screen takes."""

PAPER, INK, DARK, LIT = range(4)
COLOURS = ((236, 232, 224), (60, 50, 40), (0, 0, 0), (214, 236, 255))
"""Of paper, words on it, and the pixels of a panel that are dark and lit."""

UPRIGHT = "upright_"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its file, the heading over it, and how the names of the screens on it begin or end."""

    name: str
    title: str
    begins: tuple[str, ...]
    ends: tuple[str, ...] = ()
    upright: bool = False

    def takes(self, screen: str) -> bool:
        """Whether a screen would be on this sheet; it is on the first that takes it."""
        bare = screen.removeprefix(UPRIGHT)
        if screen.startswith(UPRIGHT) is not self.upright:
            return False
        return bare.startswith(self.begins) or bare.endswith(self.ends)


SHEETS = (
    Sheet("faults", "Something does not work", ("fault",), ("_doubted", "_no_answer", "_not_saved")),
    Sheet("start", "Before a round", ("press_to_start", "raise_flaps")),
    Sheet("entered", "Dice thrown by hand", ("press_to_roll_entered", "press_to_roll_pips")),
    Sheet("throw", "Throwing", ("press_to_roll", "rolling")),
    Sheet("answer", "Answering a throw", ("close_flaps", "close_more", "confirm")),
    Sheet("amiss", "Putting flaps right", ("reopen", "close_again", "not_your_side", "resume"), ("_amiss",)),
    Sheet("ends", "The end of a turn, a round, a match", ("blocked", "passed", "round_over", "match_over")),
    Sheet("sides", "A display before one side", ("side",)),
    Sheet("attract", "Between matches", ("attract",)),
    Sheet("menu", "The menu", ("menu_main", "menu_people", "menu_rules", "menu_variants", "menu_flaps")),
    Sheet("menu-further", "The menu, further in", ("menu",)),
    Sheet("service", "The service mode", ("service_switches", "service_dice")),
    Sheet("service-further", "The service mode, further on", ("service",)),
    Sheet("upright-attract", "Turned upright: between matches", ("attract",), upright=True),
    Sheet("upright-menu", "Turned upright: the menu", ("menu",), upright=True),
    Sheet("upright-service", "Turned upright: the service mode", ("service",), upright=True),
    Sheet("upright", "Turned upright: during a match", ("",), upright=True),
)


def on_sheets() -> dict[Sheet, list[str]]:
    """The names of all golden images by the sheet they are on. Raises LookupError for one that is on none."""
    placed: dict[Sheet, list[str]] = {sheet: [] for sheet in SHEETS}
    for name in sorted(file.stem for file in (GOLDEN / LANGUAGES[0]).glob("*.png")):
        sheet = next((sheet for sheet in SHEETS if sheet.takes(name)), None)
        if sheet is None:
            raise LookupError(f"{name} is on no sheet; name one for it in tests/display/sheets.py")
        placed[sheet].append(name)
    return placed


def drawn(sheet: Sheet, screens: Sequence[str]) -> Image.Image:
    """The sheet as it should be now, with a palette; upright screens stand two abreast."""
    abreast = 2 if sheet.upright else 1
    wide, high = (64, 128) if sheet.upright else (128, 64)
    wide, high = wide * ZOOM, high * ZOOM
    columns = len(LANGUAGES) * abreast
    rows = -(-len(screens) // abreast)
    size = (columns * (wide + GAP) + GAP, BAND + rows * (BAND + high + GAP))
    paper = Image.new("P", size, PAPER)
    paper.putpalette([part for colour in COLOURS for part in colour])
    pen = ImageDraw.Draw(paper)
    pen.fontmode = "1"
    head, words = face("title"), face("text")
    for column in range(columns):
        left = GAP + column * (wide + GAP)
        head.write(pen, left, BAND - 8, LANGUAGES[column % len(LANGUAGES)], ink=INK)
    for place, screen in enumerate(screens):
        row, beside = divmod(place, abreast)
        top = BAND + row * (BAND + high + GAP)
        first = beside * len(LANGUAGES)
        words.write(pen, GAP + first * (wide + GAP), top + BAND - 8, said(screen), ink=INK)
        for number, language in enumerate(LANGUAGES):
            with Image.open(GOLDEN / language / f"{screen}.png") as golden:
                large = golden.convert("1").resize((wide, high), Image.Resampling.NEAREST)
            colours = Image.new("P", large.size, DARK)
            colours.paste(LIT, mask=large)
            paper.paste(colours, (GAP + (first + number) * (wide + GAP), top + BAND))
    return paper


def said(screen: str) -> str:
    """The name of a golden image as words."""
    return screen.removeprefix(UPRIGHT).replace("_", " ")


def main() -> None:
    """Draw every sheet anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for sheet, screens in on_sheets().items():
        drawn(sheet, screens).save(FOLDER / f"{sheet.name}.png", optimize=True)


if __name__ == "__main__":
    main()
