"""The parts of the long tests: each can be run by itself, and says what it takes to wait for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the tests that are marked ``long``: all of these files.

    ``minutes`` is how long they take on two quiet cores; ``workers`` is how many run beside each other: none where
    one test is all there is, or measures time, and then it tells how far it is.
    """

    name: str
    about: str
    files: tuple[str, ...]
    minutes: int
    workers: int = 2


PARTS = (
    Part("kills", "the plug pulled 500 times under play, and the journal's process 200 times",
         ("tests/daemon/test_pulled_plug.py", "tests/store/test_killed.py"), 8, workers=3),
    Part("disks", "full, read-only and locked", ("tests/long/test_disks.py",), 2),
    Part("damage", "3,000 journals with flipped bytes", ("tests/long/test_flipped.py",), 3),
    Part("clock", "jumps in the middle of a turn", ("tests/long/test_clock.py",), 1),
    Part("stop", "SIGTERM at every prompt", ("tests/long/test_stopping.py",), 2),
    Part("faults", "an hour of every fault there is",
         ("tests/long/test_an_hour_of.py", "tests/daemon/test_broken_switches.py"), 8),
    Part("soak", "2,000 matches in a row", ("tests/long/test_soak.py",), 8, workers=0),
    Part("starts", "a second program on the same folder, and the house without NumPy",
         ("tests/daemon/test_alone.py", "tests/daemon/test_house.py"), 1, workers=0),
    Part("odds", "millions of matches against what is exact",
         ("tests/odds/test_arena.py", "tests/odds/test_race.py", "tests/odds/test_simulation.py"), 6),
    Part("pages", "every rule set on the virtual tray, every face on small panels",
         ("tests/browser/test_all_faces.py", "tests/browser/test_faces_speak.py", "tests/browser/test_kiosk.py"), 9),
    Part("crowd", "pages measured alone and among fifty", ("tests/browser/test_bench_page.py",), 2, workers=0),
)  # fmt: skip
