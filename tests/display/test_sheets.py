"""docs/screens.md shows every screen as it is now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from tests.display.sheets import FOLDER, GOLDEN, SHEETS, drawn, on_sheets

DOCUMENT = (Path(__file__).parents[2] / "docs" / "screens.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_every_sheet_is_current(sheet):
    now = drawn(sheet, on_sheets()[sheet]).convert("RGB")
    with Image.open(FOLDER / f"{sheet.name}.png") as shown:
        assert shown.size == now.size, "run make screens, and look at the sheet"
        difference = ImageChops.difference(shown.convert("RGB"), now).getbbox()
    assert difference is None, f"differs within {difference}; run make screens, and look at the sheet"


def test_every_screen_is_on_one_sheet_and_no_sheet_is_empty():
    placed = on_sheets()
    everything = sorted(screen for screens in placed.values() for screen in screens)
    assert everything == sorted(file.stem for file in (GOLDEN / "en").glob("*.png"))
    assert all(placed.values())


def test_the_page_has_every_sheet_under_its_caption():
    shown = re.findall(r"^## (.+)\n(?:[^#]*?)^!\[(.+)\]\(images/screens/(.+)\.png\)$", DOCUMENT, re.MULTILINE)
    assert shown == [(sheet.title, sheet.title, sheet.name) for sheet in SHEETS]
    assert {file.stem for file in FOLDER.iterdir()} == {sheet.name for sheet in SHEETS}


def test_sheets_are_large_enough_to_read_and_small_enough_to_keep():
    for sheet in SHEETS:
        with Image.open(FOLDER / f"{sheet.name}.png") as shown:
            assert shown.width >= 5 * 2 * (64 if sheet.upright else 128)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 1_000_000
