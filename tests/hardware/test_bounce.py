"""What the page on bounce says of switches, and that it is right."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from hardware import bounce
from stbpi.tray.debounce import DEFAULT_WINDOW_MS

PAGE = (Path(__file__).parents[2] / "hardware/bounce.md").read_text(encoding="utf-8")


def switch(number: int, moves: int, bounce_us: int, *, button: str | None = None) -> dict[str, object]:
    """As ``stbpi service --json`` has it."""
    name = f"flap {number} of side 1" if button is None else f"the {button} button"
    where = {"side": 0, "flap": number} if button is None else {"side": None, "flap": None}
    return {"name": name, **where, "button": button, "changes": moves, "longest_bounce_us": bounce_us}


SHOWN = [switch(1, 40, 1200), switch(2, 40, 24_000), switch(3, 4, 900), switch(4, 40, 61_300)]


def test_the_page_shows_what_is_printed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps({"switches": SHOWN})))
    assert bounce.main() == 0
    shown = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)[1]
    assert capsys.readouterr().out.strip() == "\n".join(line.strip() for line in shown.splitlines()).strip()


def test_a_worn_button_gets_its_own_line():
    _, profile = bounce.told([switch(0, 40, 30_000, button="dice")])
    assert 'role = "dice"' in profile
    assert "debounce_ms = 45" in profile


@pytest.mark.parametrize(("bounce_ms", "window"), [(20.0, 30), (20.1, 35), (24.0, 40), (50.0, 75)])
def test_half_as_much_again_is_waited(bounce_ms, window):
    assert bounce.window_ms(bounce_ms) == window


def test_what_is_good_is_good_with_the_usual_window():
    assert bounce.window_ms(bounce.GOOD_MS) == DEFAULT_WINDOW_MS


def test_what_is_no_answer_of_the_tray_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("no daemon"))
    assert bounce.main() == 1
    assert "does stbpi run?" in capsys.readouterr().err


BY_SCANNER = [switch(1, 40, 0), switch(2, 3, 0), switch(0, 40, 700, button="dice")]


def test_a_scanners_flaps_are_not_called_good_unmeasured(monkeypatch, capsys):
    report = {"switches": BY_SCANNER, "link": {"longest_bounce_us": 24_000}}
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(report)))
    assert bounce.main() == 0
    _, one, other, button, worst = capsys.readouterr().out.splitlines()
    assert one.endswith("-  not measured (scanner)")
    assert other.endswith("-  not measured (scanner)")
    assert button.endswith("0.7 ms  good"), "what hangs on the Pi itself is measured"
    for line in (one, worst):
        assert line in PAGE
    assert "24.0 ms  one is worn" in worst


@pytest.mark.parametrize(
    ("told", "words"),
    [(20_000, "20.0 ms  all good"), (50_100, "50.1 ms  replace one"), (None, "-  the scanner has not told")],
)
def test_the_scanners_own_figure_is_judged_as_a_switchs(told, words):
    table, profile = bounce.told(BY_SCANNER, {"longest_bounce_us": told})
    assert words in table.splitlines()[-1]
    assert profile == "", "a window is not set by a figure that may be of any switch"
