"""What can be heard and seen, on the pins that buzzer and lamps hang on, is what the documents say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stbpi.table.lights import Light
from stbpi.table.view import Signal
from stbpi.tray import load_profile
from stbpi.tray.gpio import LOUD, SOFT, TONE_HZ
from tests.tray.trays import tray_at_hand

PAGE = (Path(__file__).parent.parent.parent / "docs" / "the-tray.md").read_text(encoding="utf-8")
BUZZER = 21
LAMP = 20


def documented(title: str) -> dict[str, str]:
    """The rows of a table: what it is called, and how it goes."""
    rows = re.search(rf"## {title}\n\n\|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE)
    assert rows is not None
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[1].splitlines()]
    return {name: how for name, how, _ in cells}


def changes(t, pin: int, ms: int) -> list[tuple[int, bool]]:
    """For how many milliseconds the pin was high, then low, and so on, from now until it rests."""
    runs, state = [], bool(t.pins(pin).state)
    since = 0
    for at in range(1, ms + 1):
        t.loop.run_for(0.001)
        if bool(t.pins(pin).state) != state:
            runs.append((at - since, state))
            state, since = not state, at
    return runs


def told(runs: list[tuple[int, bool]]) -> str:
    return " ".join(str(ms) if on else f"({ms})" for ms, on in runs)


@pytest.mark.parametrize("signal", list(Signal))
def test_every_signal_sounds_as_it_is_documented(signal):
    with tray_at_hand() as t:
        t.tray.signal(signal)
        assert told(changes(t, BUZZER, 1500)) == documented("What the buzzer says")[signal]


@pytest.mark.parametrize("light", [light for light in Light if light is not Light.TURN])
def test_every_lamp_shines_as_it_is_documented_again_and_again(light):
    with tray_at_hand() as t:
        t.tray.light({0: light})
        rhythm = documented("What the lamps say")[light]
        shone = told(changes(t, LAMP, 7000))
        assert shone.startswith(f"{rhythm} {rhythm}")


def test_whose_turn_it_is_shines_steadily():
    with tray_at_hand() as t:
        t.tray.light({0: Light.TURN})
        assert t.pins(LAMP).state
        assert changes(t, LAMP, 5000) == []
        assert documented("What the lamps say")["turn"] == "steadily"


def test_the_documents_know_every_signal_and_every_light():
    assert documented("What the buzzer says").keys() == set(Signal)
    assert documented("What the lamps say").keys() == set(Light)


def test_all_of_them_are_told_apart():
    for title in ("What the buzzer says", "What the lamps say"):
        rows = documented(title)
        assert len(set(rows.values())) == len(rows)


def test_what_shines_already_goes_on_without_a_break():
    with tray_at_hand() as t:
        t.tray.light({0: Light.EXPECTED})
        t.loop.run_for(0.5)
        t.tray.light({0: Light.EXPECTED})
        assert changes(t, LAMP, 800) == [(100, True), (600, False)]


def test_each_side_has_its_own_light_and_they_go_out_alone():
    with tray_at_hand("simulated-4x12") as t:
        pins = [lamp.pin for lamp in t.tray.profile.lamps]
        t.tray.light({0: Light.WRONG, 2: Light.TURN})
        t.loop.run_for(0.001)
        assert [t.pins(pin).state for pin in pins] == [1, 0, 1, 0]
        t.loop.run_for(0.15)
        assert [t.pins(pin).state for pin in pins] == [0, 0, 1, 0]
        t.tray.light({2: Light.TURN})
        assert changes(t, pins[0], 1000) == []
        assert t.pins(pins[2]).state


def test_one_lamp_for_all_shows_the_most_urgent():
    with tray_at_hand() as t:
        t.tray.light({0: Light.TURN, 1: Light.WRONG, 2: Light.EXPECTED})
        assert told(changes(t, LAMP, 1000)).startswith("120 (120) 120")
        t.tray.light({0: Light.TURN, 2: Light.EXPECTED})
        assert told(changes(t, LAMP, 2000)).startswith("600 (600)")


def test_a_lamp_that_did_not_answer_blinks_on_once_it_does():
    with tray_at_hand(report=lambda *_: None) as t:
        t.tray.light({0: Light.WRONG})
        t.simulator.fault("pins_gone", None, None, True)
        t.loop.run_for(3)
        t.simulator.fault("pins_gone", None, None, False)
        assert len(changes(t, LAMP, 1000)) >= 7


def test_a_tray_that_is_put_away_is_dark():
    with tray_at_hand() as t:
        t.tray.light({0: Light.WRONG})
        pin = t.pins(LAMP)
        t.tray.close()
        assert pin.state == 0
        t.loop.run_for(5)
        assert not [timer for timer in t.loop._scheduled if not timer.cancelled()]


PASSIVE = (
    '[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\npin = 16\n'
    '[buzzer]\npin = 21\nkind = "passive"\n'
)


@pytest.mark.parametrize(("soft", "duty"), [(False, LOUD), (True, SOFT)])
def test_a_passive_buzzer_is_given_its_tone_loud_or_low_in_the_same_rhythm(tmp_path, soft, duty):
    (tmp_path / "passive.toml").write_text(PASSIVE)
    with tray_at_hand(load_profile("passive", tmp_path)) as t:
        assert not t.tray.buzzing
        t.tray.signal(Signal.WRONG, soft=soft)
        assert t.pins(BUZZER).frequency == TONE_HZ
        assert t.pins(BUZZER).state == duty
        assert t.tray.buzzing
        assert told(changes(t, BUZZER, 1500)) == documented("What the buzzer says")[Signal.WRONG]
        assert t.pins(BUZZER).state == 0


def test_how_loud_it_is_can_change_from_one_signal_to_the_next(tmp_path):
    (tmp_path / "passive.toml").write_text(PASSIVE)
    with tray_at_hand(load_profile("passive", tmp_path)) as t:
        for soft, duty in ((True, SOFT), (False, LOUD), (True, SOFT)):
            t.tray.signal(Signal.ACCEPTED, soft=soft)
            assert t.pins(BUZZER).state == duty
            t.loop.run_for(1)


def test_an_active_buzzer_has_one_loudness():
    with tray_at_hand() as t:
        t.tray.signal(Signal.ACCEPTED, soft=True)
        assert t.pins(BUZZER).state == 1


def test_a_passive_buzzer_that_is_put_away_is_silent(tmp_path):
    (tmp_path / "passive.toml").write_text(PASSIVE)
    with tray_at_hand(load_profile("passive", tmp_path)) as t:
        t.tray.signal(Signal.BLOCKED)
        pin = t.pins(BUZZER)
        t.tray.close()
        assert pin.state == 0
