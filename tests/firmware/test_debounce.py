"""The scanner's debounce beside the host's own: the same pictures in, the same changes at the same scan."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.tray.debounce import Change, Debouncer
from tests.firmware.workbench import ROWS, Workbench, picture, rows_of

Rows = tuple[int, ...]

# A few masks that come again and again make contacts bounce; quite random pictures would never rest.
MASKS = st.tuples(*[st.sampled_from([0, 0, 1, 0x801, 0xFFF, 0x8000])] * ROWS)
STEPS = st.lists(st.tuples(st.integers(1, 70), MASKS), max_size=25)


def stream(steps: list[tuple[int, Rows]], start: Rows) -> list[Rows]:
    """A picture each millisecond: it stays for a while, then some contacts flip."""
    pictures = []
    now = start
    for rest, flips in steps:
        pictures += [now] * rest
        now = tuple(level ^ flip for level, flip in zip(now, flips, strict=True))
    return [*pictures, *[now] * 60]


def in_one(rows: Rows) -> int:
    return sum(row << 16 * number for number, row in enumerate(rows))


def scan(workbench: Workbench, pictures: list[Rows]) -> tuple[list[Rows], list[Rows], int]:
    *scans, longest = workbench.ask("scan", *map(picture, pictures)).split()
    changed = [rows_of(each.split(":")[0]) for each in scans]
    settled = [rows_of(each.split(":")[1]) for each in scans]
    return changed, settled, int(longest)


def test_it_is_the_hosts_debounce(workbench: Workbench) -> None:
    @given(steps=STEPS, start=MASKS, window=st.integers(1, 50))
    @settings(max_examples=150, deadline=None)
    def compare(steps: list[tuple[int, Rows]], start: Rows, window: int) -> None:
        workbench.ask("debounce", window, picture(start))
        pictures = stream(steps, start)
        changed, settled, longest = scan(workbench, pictures)
        host = Debouncer(window * 1000, levels=in_one(start))
        bounced = 0
        for at, levels in enumerate(pictures):
            changes = host.sample(at * 1000, in_one(levels))
            assert in_one(changed[at]) == sum(1 << change.index for change in changes), at
            assert in_one(settled[at]) == host.settled, at
            bounced = max([bounced, *(age(change, window) for change in changes)])
        assert longest == bounced
        assert settled[-1] == pictures[-1]

    compare()


def age(change: Change, window: int) -> int:
    """The scanner counts a movement's age in a byte; longer ones are as long as that says."""
    return min(change.bounced // 1000, 255 - window)


@pytest.mark.parametrize("window", range(1, 51))
def test_a_pulse_shorter_than_the_window_is_nothing_and_one_as_long_is_two_changes(
    workbench: Workbench, window: int
) -> None:
    for length in (window - 1, window):
        workbench.ask("debounce", window, picture((0,) * ROWS))
        closed = (0, 0, 0x10, 0, 0, 0)
        changed, settled, _ = scan(workbench, [closed] * length + [(0,) * ROWS] * (window + 1))
        assert changed.count(closed) == (2 if length == window else 0)
        assert settled[-1] == (0,) * ROWS


def test_a_flap_that_hits_the_stop_and_comes_back_has_closed_once(workbench: Workbench) -> None:
    workbench.ask("debounce", 30, picture((0,) * ROWS))
    up, down = (0,) * ROWS, (1, *(0,) * 5)
    told = [*[down] * 4, *[up] * 23, *[down] * 23, *[up] * 21, *[down] * 40]
    changed, _, longest = scan(workbench, told)
    assert [at for at, rows in enumerate(changed) if rows == down] == [71 + 30]
    assert longest == 71


def test_a_shorter_window_counts_from_when_it_was_told(workbench: Workbench) -> None:
    workbench.ask("debounce", 50, picture((0,) * ROWS))
    down = (1, *(0,) * 5)
    assert scan(workbench, [down] * 10)[1][-1] == (0,) * ROWS
    workbench.ask("window", 5)
    assert [rows == down for rows in scan(workbench, [down] * 6)[0]] == [False] * 4 + [True, False]


@pytest.mark.parametrize("contact", [0x800, 0x8000])
def test_only_what_moves_for_longer_than_a_second_never_rests(workbench: Workbench, contact: int) -> None:
    """Both a flap's wire and the button's; mains hum has half a period of 10 ms, and here it is 1 ms."""
    wires = picture((contact, *(0,) * (ROWS - 1)))
    assert workbench.ask("hum", 30, wires, 600) == "0"
    assert workbench.ask("hum", 30, wires, 700) == "1"
    assert workbench.ask("hum", 1, wires, 700) == "0", "with such a window it is told as movements"


def test_the_matrix_is_read_row_by_row(c_workbench: Workbench) -> None:
    for row in range(ROWS):
        for column in range(12):
            alone = tuple(1 << column if row == number else 0 for number in range(ROWS))
            assert rows_of(c_workbench.ask("matrix", picture(alone))) == alone


def test_the_button_has_hysteresis(c_workbench: Workbench) -> None:
    pressed = 0
    heard = []
    for level in (255, 171, 120, 86, 84, 120, 169, 171, 100):
        pressed = int(c_workbench.ask("button", pressed, level))
        heard.append(pressed)
    assert heard == [0, 0, 0, 0, 1, 1, 1, 0, 0]
