"""Every subject of the bench still runs and names what it measured; how large a figure is is nobody's test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import SUBJECTS, measure
from tests.bench.disk import unsynced
from tests.bench.emulated import emulated
from tests.bench.figures import Figure, Spread, shown, table
from tests.bench.size import TINY

NAMED = {
    "engine": {
        "turn",
        "turn_recursion",
        "turn_remembering",
        "turn_alone",
        "legal_moves",
        "fresh_position_9",
        "fresh_position_12",
        "fresh_position_24",
        "matches_classic",
        "matches_tray_common",
        "matches_three_hundred",
    },
    "odds": {
        f"{what}_{flaps}"
        for what in ("solve", "faster", "another_goal", "spread", "memory")
        for flaps in (9, 10, 12)
    }
    | {"two_players_9"},
    "table": {"flap_shared", "flap_own"},
    "prompt": {
        "prompt_median",
        "prompt_p99",
        "prompt_worst",
        "prompt_samples",
        "prompt_synced_p99",
        "commit_median",
        "commit_unsynced",
    },
    "panel": {"panel_median", "panel_p99", "panel_worst", "panel_samples", "panel_synced_p99"},
    "panels": {
        f"{module}_{what}"
        for module in ("ssd1306", "sh1106", "ssd1309", "sh1107", "sh1107_128x128")
        for what in ("bytes", "bus_100", "bus_400", "processor")
    },
    "switches": {"debounce", "mcp23017", "mcp23017_read", "hc165", "hc165_read", "matrix", "matrix_read"},
    "scanner": {"frames", "rest_in", "rest_out", "playing_in", "playing_out"},
    "start": {"first_screen_median", "first_screen_worst", "first_answer_median"},
    "rest": {
        f"{what}_after_{moment}_{page}"
        for what in ("memory", "share")
        for moment in ("start", "match")
        for page in ("no_page", "one_page")
    },
}


def test_every_subject_is_looked_at_here() -> None:
    # Pages need a browser: tests/browser looks at those.
    assert {*NAMED, "page"} == set(SUBJECTS)


@pytest.mark.parametrize("subject", NAMED)
def test_a_subject_runs_and_names_its_figures(subject: str) -> None:
    said: list[str] = []
    results = json.loads(json.dumps(measure([subject], TINY, said.append)))
    figures = results["subjects"][subject]["figures"]
    assert NAMED[subject] <= set(figures)
    assert all(figure["value"] >= 0 and figure["what"] for figure in figures.values())
    assert results["machine"]["cores"] >= 1
    assert len(said) == 1
    assert all(figure["what"] in said[0] for figure in figures.values())


def test_the_emulated_uart_is_measured_or_what_is_missing_is_said() -> None:
    figures = {figure.name: figure for figure in emulated(TINY)}
    if "uart_skipped" in figures:
        assert "apt-get install" in figures["uart_skipped"].beside
    else:
        assert figures["uart_median"].value > 30
        assert 60 < figures["uart_rest"].value < 110


def test_a_spread_is_made_of_measured_values() -> None:
    assert Spread.of([float(n) for n in range(200, 0, -1)]) == Spread(200, 100.5, 198.0, 200.0)
    assert Spread.of([7.0]) == Spread(1, 7.0, 7.0, 7.0)


def test_aims_are_met_up_to_their_very_value() -> None:
    most = [Figure("a", "a", value, "ms", at_most=3.0) for value in (3.0, 3.1)]
    least = [Figure("a", "a", value, "1/s", at_least=3.0) for value in (3.0, 2.9)]
    assert [figure.missed for figure in (*most, *least)] == [False, True, False, True]
    assert not Figure("a", "a", 1e9, "ms").missed
    lines = table("A subject", most).splitlines()
    assert ["met" in lines[3], "MISSED" in lines[4]] == [True, True]


@pytest.mark.parametrize(
    ("value", "text"), [(0.0412, "0.0412"), (2.5, "2.5"), (12_345.6, "12,346"), (100, "100"), (0, "0")]
)
def test_figures_are_written_with_three_digits(value: float, text: str) -> None:
    assert shown(value) == text


def test_the_sync_is_really_taken_out_and_the_commits_are_timed(tmp_path: Path) -> None:
    commits: list[float] = []
    connection = unsynced(commits)(tmp_path / "journal")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE flaps (number INTEGER)")
    connection.execute("COMMIT")
    assert connection.execute("PRAGMA synchronous").fetchone() == (0,)
    connection.close()
    assert len(commits) == 1
