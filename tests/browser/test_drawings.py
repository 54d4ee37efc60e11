"""The wiring drawings as people see and print them."""

from pathlib import Path

import pytest

from stbpi.tray.profile import load_profile
from stbpi.tray.wiring_drawing import wiring_svg
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
  // What printers cannot reach.
  const margin = 4.3 / 297 * frame.width;
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


def test_the_most_that_a_profile_can_hold_still_fits_on_the_sheet(house: House, tmp_path: Path):
    (tmp_path / "largest.toml").write_text(largest(), encoding="utf-8")
    drawn = wiring_svg(load_profile("largest", tmp_path))
    (tmp_path / "largest.svg").write_text(drawn, encoding="utf-8")

    async def look():
        async with house.visiting(tmp_path.as_uri()) as visitor:
            page = await visitor.open("/largest.svg", live=False)
            found = await page.evaluate(COLLISIONS)
            # Drawn smaller than on a sheet of its own: for a screen, or for A3.
            assert [word for word in found if "too small" not in word] == []

    house.run(look())


def largest() -> str:
    """Eight expanders and a chain of four with the longest names there can be, six sides, two displays."""
    text = f'title = "{"A tray of all there is " * 9}"\n'
    for number in range(8):
        text += f'[[expander]]\nname = "NORTHWARDS_{number}"\naddress = {0x20 + number}\n'
        text += f"interrupt = {number // 4 + 4}\n"
    text += '[[chain]]\nname = "SOUTHWARDS_1"\nchips = 4\nlatch = 25\n'
    pins = [f"GPA{bit}" for bit in range(7)] + [f"GPB{bit}" for bit in range(7)]
    for number in range(6):
        flaps = list(range(900, 914))
        text += (
            f'[[side]]\non = "expander"\nexpander = "NORTHWARDS_{number}"\nflaps = {flaps}\npins = {pins}\n'
        )
        text += f'made_when = "{"closed" if number % 2 else "raised"}"\n'
        text += f'[[lamp]]\nrole = "turn"\nside = {number + 1}\npin = {[6, 13, 19, 26, 12, 20][number]}\n'
    text += '[[button]]\nrole = "dice"\non = "chain"\npin = "4H"\n[buzzer]\npin = 21\n'
    return text + "".join(
        f'[[display]]\ndriver = "ssd1306"\naddress = {at}\nside = 6\n' for at in (0x3C, 0x3D)
    )
