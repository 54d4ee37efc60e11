"""The wiring drawings as people see and print them."""

from pathlib import Path

import pytest

from tests.browser.browsing import House

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).parents[2] / "docs" / "wiring"

COLLISIONS = """() => {
  const sheet = document.documentElement.getBoundingClientRect();
  const inch = 96 / 25.4;
  const found = [];
  if (Math.abs(sheet.width - 297 * inch) > 1 || Math.abs(sheet.height - 210 * inch) > 1) found.push("not A4");
  const all = [...document.querySelectorAll("text")].map((text) => {
    const box = text.getBBox();
    // Letters leave the upper and lower edge of their line free.
    return { words: text.textContent, left: box.x + 0.5, right: box.x + box.width - 0.5,
             top: box.y + 0.15 * box.height, bottom: box.y + 0.85 * box.height,
             height: text.getBoundingClientRect().height };
  });
  const frame = document.documentElement.viewBox.baseVal;
  const margin = 0.015 * frame.width;
  for (const one of all) {
    if (one.left < margin || one.right > frame.width - margin || one.top < 0 || one.bottom > frame.height)
      found.push(`${one.words} leaves the sheet`);
    if (one.height < 2 * inch) found.push(`${one.words} is too small to read`);
    for (const other of all)
      if (one !== other && one.left < other.right && other.left < one.right
          && one.top < other.bottom && other.top < one.bottom)
        found.push(`${one.words} runs into ${other.words}`);
  }
  return found;
}"""


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.svg")), ids=lambda file: file.stem)
def test_nothing_on_a_drawing_runs_into_anything_else_or_off_the_sheet(house: House, file: Path):
    async def look():
        async with house.visiting(FOLDER.as_uri()) as visitor:
            page = await visitor.open(f"/{file.name}", live=False)
            assert await page.evaluate(COLLISIONS) == []

    house.run(look())
