"""Faults that come and go: said when they come, said when they are over, and not all night."""

import pytest

from stbpi.tray.bus_faults import StandingFault

SECOND = 1_000_000


class Said(list):
    def __init__(self):
        super().__init__()
        self.fault = StandingFault(
            lambda *what: self.append(what), "expander north", "part_gone", lambda call: call()
        )


def test_a_fault_is_said_once_and_its_end_once():
    said = Said()
    for at in range(100):
        said.fault.bad(at * SECOND, f"it is gone since {at}")
    for at in range(100, 200):
        said.fault.well(at * SECOND)
    assert said == [
        ("expander north", "part_gone", "it is gone since 0"),
        ("expander north", "part_gone", None),
    ]


def test_a_fault_is_over_when_it_has_been_away_for_two_seconds():
    said = Said()
    said.fault.bad(0, "gone")
    said.fault.well(1 * SECOND)
    said.fault.well(3 * SECOND - 1)
    assert len(said) == 1
    said.fault.well(3 * SECOND)
    assert len(said) == 2


def test_a_part_that_is_well_is_no_news():
    said = Said()
    said.fault.well(0)
    assert said == []


@pytest.mark.parametrize("well_for", [1, 3, 7, 20, 65, 100])
def test_an_hour_of_wobbling_fits_into_the_log(well_for):
    said = Said()
    at = 0
    while at < 3600 * SECOND:
        said.fault.bad(at, "gone")
        for _ in range(well_for):
            at += SECOND
            said.fault.well(at)
    assert sum(150 for _ in said) < 100_000 / 4, "four chips may wobble together"


def test_a_fault_that_was_long_away_is_a_new_one():
    said = Said()
    for evening in range(3):
        begins = evening * 3600 * SECOND
        said.fault.bad(begins, "gone")
        said.fault.well(begins + SECOND)
        said.fault.well(begins + 3 * SECOND)
        assert len(said) == 2 * (evening + 1)
