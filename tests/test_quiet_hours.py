"""When a day's quiet hours hold."""

from __future__ import annotations

from datetime import time

import pytest

from stbpi.config import load_settings
from stbpi.config.quiet import quiet_hours


@pytest.mark.parametrize(
    ("hours", "still", "heard"),
    [
        ("22:00-07:00", ["22:00", "23:59", "00:00", "06:59"], ["07:00", "12:00", "21:59"]),
        ("13:00-15:30", ["13:00", "15:29"], ["12:59", "15:30", "00:00"]),
        ("00:00-23:59", ["00:00", "23:58"], ["23:59"]),
    ],
)
def test_they_hold_from_the_first_minute_to_before_the_last(hours, still, heard):
    read = quiet_hours(hours)
    assert read is not None
    assert str(read) == hours
    assert [at for at in (*still, *heard) if read.holds(time.fromisoformat(at))] == still


def test_every_minute_of_a_day_is_in_them_or_in_those_that_begin_when_they_end():
    night, day = quiet_hours("22:15-06:45"), quiet_hours("06:45-22:15")
    assert night is not None
    assert day is not None
    minutes = [time(minute // 60, minute % 60) for minute in range(24 * 60)]
    assert all(night.holds(now) != day.holds(now) for now in minutes)
    assert sum(map(night.holds, minutes)) == 8 * 60 + 30


@pytest.mark.parametrize(
    "text", ["", "22:00", "22-07", "24:00-07:00", "22:60-07:00", "7:00-8:00", "22:00-22:00", "x"]
)
def test_nothing_else_is_quiet_hours(text):
    assert quiet_hours(text) is None


def test_none_are_kept_where_none_are_set(tmp_path):
    file = tmp_path / "stbpi.toml"
    assert load_settings(environment={"HOME": "/home/pub"}).sound.quiet is None
    file.write_text('[sound]\nquiet = "23:30-05:00"\n')
    assert str(load_settings(file, environment={"HOME": "/home/pub"}).sound.quiet) == "23:30-05:00"
