"""Lamp and buzzer, and how a tray is put away."""

import pytest
from gpiozero import GPIOZeroError

from stbpi.table.lights import Light
from stbpi.table.view import Signal
from stbpi.tray import TrayUnavailableError, load_profile, open_tray
from stbpi.tray.signals import GAP_MS, PATTERNS_MS
from tests.support.virtual_loop import virtual_loop
from tests.tray.conformance.backends import profile_of
from tests.tray.conformance.boards import Board
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
        t.tray.light({0: Light.TURN})
        assert t.tray.lit == {None}
        assert t.pins(LAMP).state == 1
        t.tray.light({})
        assert t.pins(LAMP).state == 0


def test_the_lamp_of_the_side_whose_turn_it_is_lights():
    with tray_at_hand("simulated-4x12") as t:
        pins = [lamp.pin for lamp in t.tray.profile.lamps]
        for turn, lit in (({2}, [0, 0, 1, 0]), ({0, 3}, [1, 0, 0, 1]), ((), [0, 0, 0, 0])):
            t.tray.light(dict.fromkeys(turn, Light.TURN))
            assert [t.pins(pin).state for pin in pins] == lit


def test_a_tray_without_lamp_and_buzzer_is_quiet_about_it(tmp_path):
    (tmp_path / "plain.toml").write_text(
        '[[side]]\nflaps = [1]\npins = [4]\n[[button]]\nrole = "dice"\npin = 16\n'
    )
    with tray_at_hand(load_profile("plain", tmp_path)) as t:
        t.tray.signal(Signal.SHUT)
        t.tray.light({0: Light.TURN})
        assert t.tray.lit == set()
        assert not t.tray.buzzing


def test_closing_puts_outputs_to_rest_before_their_pins_are_let_go_of():
    with tray_at_hand() as t:
        t.tray.light({0: Light.TURN})
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
        t.tray.light({0: Light.TURN})
        said = len(t.events)
        t.loop.run_for(5)
        assert len(t.events) == said
        assert not [timer for timer in t.loop._scheduled if not timer.cancelled()]


def test_a_lamp_that_does_not_answer_is_a_fault_and_lights_by_itself_once_it_does():
    board = Board()
    with tray_at_hand(report=board) as t:
        t.simulator.fault("pins_gone", None, None, True)
        t.tray.light({0: Light.TURN})
        t.tray.light({0: Light.TURN})
        t.loop.run_for(5)
        assert comings_and_goings(board).count(("turn lamp", "gone")) == 1
        assert (
            "the turn lamp cannot be switched on: the GPIO chip does not answer"
            in board.standing["turn lamp", "part_gone"]
        )
        t.simulator.fault("pins_gone", None, None, False)
        t.loop.run_for(1.1)
        assert ("turn lamp", "part_gone") not in board.standing
        assert t.tray.lit == {None}


def test_a_buzzer_that_could_not_be_silenced_is_silent_as_soon_as_its_pin_answers():
    board = Board()
    with tray_at_hand(report=board) as t:
        t.tray.signal(Signal.BLOCKED)
        t.simulator.fault("pins_gone", None, None, True)
        t.loop.run_for(5)
        t.simulator.fault("pins_gone", None, None, False)
        assert t.tray.buzzing
        t.loop.run_for(1.1)
        assert not t.tray.buzzing
        assert ("buzzer", "part_gone") not in board.standing


def test_pins_that_stop_answering_are_one_fault_and_read_anew_as_a_picture():
    board = Board()
    with tray_at_hand(report=board) as t:
        t.simulator.flap(0, 2, True)
        t.loop.run_for(1)
        t.simulator.fault("pins_gone", None, None, True)
        t.loop.run_for(0.3)
        assert comings_and_goings(board) == [("pins", "gone")]
        assert "the switches on the Pi's pins cannot be read" in board.standing["pins", "part_gone"]
        t.simulator.flap(0, 1, True)
        t.loop.run_for(3600)
        assert len(board) == 1, "said once"
        t.simulator.fault("pins_gone", None, None, False)
        t.loop.run_for(3)
        assert t.moves == [(2, True)]
        assert t.seen == [(frozenset(),), (frozenset({1, 2}),)]
        assert comings_and_goings(board) == [("pins", "gone"), ("pins", "back")]
        t.simulator.flap(0, 3, True)
        t.loop.run_for(1)
        assert t.moves == [(2, True), (3, True)]


def test_one_pin_that_stops_answering_keeps_its_flap_as_it_was_while_the_others_play_on():
    board = Board()
    with tray_at_hand(report=board) as t:
        pin = t.pins(4)
        right, pin._get_state = pin._get_state, broken
        t.simulator.flap(0, 2, True)
        t.loop.run_for(1)
        assert t.moves == [(2, True)]
        assert "flap 1 of side 1 cannot be read: no answer" in board.standing["pins", "part_gone"]
        pin._edges = "none"
        t.simulator.flap(0, 1, True)
        t.loop.run_for(1)
        assert t.tray.picture == (frozenset({2}),)
        pin._edges, pin._get_state = "both", right
        t.loop.run_for(3)
        assert t.tray.picture == (frozenset({1, 2}),)
        assert t.moves == [(2, True)], "nobody saw when it was closed"
        assert board.standing == {}


def test_a_tray_whose_pins_are_gone_is_put_away_all_the_same(caplog):
    for backend in ("pins", "expanders", "chain", "matrix"):
        with tray_at_hand(profile_of(backend)) as t:
            t.simulator.fault("pins_gone", None, None, True)
            t.tray.close()
            t.loop.run_for(5)
            assert not [timer for timer in t.loop._scheduled if not timer.cancelled()]
    lines = [r.message.partition(" could not be let go of: ") for r in caplog.records]
    first = "the turn lamp"  # of all that is on those pins: a line for each tray
    assert [what for what, *_ in lines] == [first, *[f"{first} of side 1"] * 3]
    assert {why for *_, why in lines} == {"the GPIO chip does not answer"}


def comings_and_goings(board):
    return [(part, "back" if sentence is None else "gone") for part, _, sentence in board]


def broken():
    raise GPIOZeroError("no answer")


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
