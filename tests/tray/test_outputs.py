"""Lamp and buzzer, and how a tray is put away."""

import pytest

from stbpi.table.view import Signal
from stbpi.tray import TrayUnavailableError, load_profile, open_tray
from stbpi.tray.signals import GAP_MS, PATTERNS_MS
from tests.support.virtual_loop import virtual_loop
from tests.tray.trays import tray_at_hand

BUZZER = 21
LAMP = 20


def sounds(t, seconds):
    """(milliseconds from now, on) of every change of the buzzer's pin."""
    start = t.loop.micros
    pin = t.pins(BUZZER)
    heard = []
    state = pin.state
    for _ in range(round(seconds * 1000)):
        t.loop.run_for(0.001)
        if pin.state != state:
            state = pin.state
            heard.append(((t.loop.micros - start) // 1000, state))
    return heard


@pytest.mark.parametrize("signal", list(Signal))
def test_every_signal_has_its_rhythm_and_ends_in_silence(signal):
    with tray_at_hand() as t:
        t.tray.signal(signal)
        assert t.tray.buzzing
        t.loop.run_for(2)
        assert not t.tray.buzzing
        assert sum(on + off for on, off in PATTERNS_MS[signal]) < 1000


def test_signals_are_told_apart():
    assert len(set(PATTERNS_MS.values())) == len(Signal)


def test_a_signal_waits_for_the_one_that_sounds():
    with tray_at_hand() as t:
        t.tray.signal(Signal.ACCEPTED)
        t.tray.signal(Signal.TURN)
        assert sounds(t, 1) == [
            (60, False),
            (60 + GAP_MS, True),
            (100 + GAP_MS, False),
            (160 + GAP_MS, True),
            (200 + GAP_MS, False),
        ]


def test_a_click_never_waits():
    with tray_at_hand() as t:
        t.tray.signal(Signal.BLOCKED)
        t.tray.signal(Signal.CLICK)
        assert sounds(t, 2) == [(500, False)]


def test_old_news_is_dropped():
    with tray_at_hand() as t:
        t.tray.signal(Signal.BLOCKED)
        for _ in range(50):
            t.tray.signal(Signal.ACCEPTED)
        assert len([on for _, on in sounds(t, 5) if on]) == 3


def test_the_turn_lamp_lights():
    with tray_at_hand() as t:
        assert t.tray.lit == set()
        t.tray.turn({0})
        assert t.tray.lit == {None}
        assert t.pins(LAMP).state == 1
        t.tray.turn(())
        assert t.pins(LAMP).state == 0


def test_the_lamp_of_the_side_whose_turn_it_is_lights():
    with tray_at_hand("simulated-4x12") as t:
        pins = [lamp.pin for lamp in t.tray.profile.lamps]
        for turn, lit in (({2}, [0, 0, 1, 0]), ({0, 3}, [1, 0, 0, 1]), ((), [0, 0, 0, 0])):
            t.tray.turn(turn)
            assert [t.pins(pin).state for pin in pins] == lit


def test_a_tray_without_lamp_and_buzzer_is_quiet_about_it(tmp_path):
    (tmp_path / "plain.toml").write_text(
        '[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\npin = 16\n'
    )
    with tray_at_hand(load_profile("plain", tmp_path)) as t:
        t.tray.signal(Signal.SHUT)
        t.tray.turn({0})
        assert t.tray.lit == set()
        assert not t.tray.buzzing


def test_closing_puts_outputs_to_rest_before_their_pins_are_let_go_of():
    with tray_at_hand() as t:
        t.tray.turn({0})
        t.tray.signal(Signal.BLOCKED)
        said = []
        for name, number in (("lamp", LAMP), ("buzzer", BUZZER), ("flap", 4)):
            pin = t.pins(number)
            off, go = pin._set_state, pin.close

            def resting(value, name=name, off=off):
                said.append((name, "off" if value == 0 else "on"))
                off(value)

            def going(name=name, go=go):
                said.append((name, "let go"))
                go()

            pin._set_state, pin.close = resting, going
        t.tray.close()
        first_let_go = next(i for i, (_, what) in enumerate(said) if what == "let go")
        assert {("lamp", "off"), ("buzzer", "off")} <= set(said[:first_let_go])
        assert not [what for _, what in said[first_let_go:] if what != "let go"]
        names = list(dict.fromkeys(name for name, what in said if what == "let go"))
        assert names == ["lamp", "buzzer", "flap"]


def test_after_closing_nothing_is_said_and_nothing_is_left_running():
    with tray_at_hand() as t:
        t.simulator.flap(0, 1, True)
        t.simulator.fault("floating", 0, 2, True)
        t.tray.signal(Signal.SHUT)
        t.tray.close()
        t.tray.close()
        t.tray.signal(Signal.SHUT)
        t.tray.turn({0})
        said = len(t.events)
        t.loop.run_for(5)
        assert len(t.events) == said
        assert not [timer for timer in t.loop._scheduled if not timer.cancelled()]


def test_a_pin_that_fails_once_costs_a_line_in_the_log_and_no_more(caplog):
    with tray_at_hand() as t:
        (output,) = t.tray._lamps.values()
        output._pins = type(output._pins)(output._pins.factory, (OSError,))
        pin = t.pins(LAMP)

        def broken(value):
            raise OSError(5, "no answer")

        right = pin._set_state
        pin._set_state = broken
        t.tray.turn({0})
        t.tray.turn({0})
        pin._set_state = right
        t.tray.turn({0})
        assert [record.message for record in caplog.records] == [
            "the turn lamp does not answer: [Errno 5] no answer",
            "the turn lamp answers again",
        ]
        assert t.tray.lit == {None}


def test_switches_that_stop_answering_are_read_anew_as_a_picture(caplog):
    with tray_at_hand() as t:
        contacts = t.tray._contacts._sources[0]
        contacts._pins = type(contacts._pins)(contacts._pins.factory, (OSError,))
        pin = t.pins(4)

        def broken():
            raise OSError(5, "no answer")

        right, pin._get_state = pin._get_state, broken
        t.loop.run_for(1)
        pin._edges = "none"
        t.simulator.flap(0, 1, True)
        t.loop.run_for(1)
        pin._edges, pin._get_state = "both", right
        t.loop.run_for(1)
        assert t.moves == []
        assert t.seen == [(frozenset(),), (frozenset({1}),)]
        assert [record.message for record in caplog.records] == [
            "the switches cannot be read: [Errno 5] no answer",
            "the switches can be read again",
        ]


def test_a_pin_someone_holds_is_named_with_what_was_to_be_on_it():
    from gpiozero import GPIOPinInUse

    from stbpi.tray.gpio import Pins, Switch, claiming
    from stbpi.tray.mock_pins import SimulatedFactory

    with virtual_loop() as loop:
        pins = Pins(SimulatedFactory(loop.time), (GPIOPinInUse,))
        holder = Switch(4, lambda ticks, made: None, pin_factory=pins.factory)
        says = "GPIO 4 for flap 1 of side 1 cannot be had: pin GPIO4 is already in use"
        with pytest.raises(TrayUnavailableError, match=says), claiming("flap 1 of side 1", 4, pins):
            Switch(4, lambda ticks, made: None, pin_factory=pins.factory)
        holder.close()
        pins.factory.close()


def test_a_profile_without_chip_cannot_be_opened_for_real():
    with virtual_loop() as loop, pytest.raises(TrayUnavailableError, match='backend = "simulated"'):
        open_tray(load_profile("direct-9"), "gpio", loop=loop, emit=print)
