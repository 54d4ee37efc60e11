"""A tray on a scanner that goes, comes back, is held by others, hangs and is reset: what is told and what is not."""

from dataclasses import replace

import pytest

from stbpi.table.events import FlapDoubted, FlapsSeen
from stbpi.table.reports import ResetCause
from stbpi.tray import load_profile
from stbpi.tray.parts import ScannerButton
from stbpi.tray.scanner.frames import Config
from stbpi.tray.scanner.report import cause, link_report
from stbpi.tray.scanner.simulated import SimulatedScanner
from tests.tray.conformance.boards import Board
from tests.tray.trays import tray_at_hand

SCANNER = "scanner-6x12"


def test_a_plug_that_is_pulled_is_said_once_and_the_flaps_count_as_they_were():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.1)
        said = len(t.events)
        t.simulator.fault("serial_lost", None, None, True)
        t.loop.run_for(0.1)
        assert list(board.standing) == [("scanner", "part_gone")]
        assert "check its cable" in board[0][2]
        t.simulator.flap(2, 7, True)
        t.loop.run_for(60)
        assert t.events[said:] == []
        assert t.tray.picture[0] == {1}
        assert len(board) == 1
        assert not t.tray.link.up
        t.simulator.button(60)
        t.loop.run_for(1)
        assert t.presses == ["down", "up"], "which hangs on the Pi"


def test_it_is_back_within_five_seconds_with_a_picture_and_no_move():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.simulator.fault("serial_lost", None, None, True)
        t.loop.run_for(10)
        t.simulator.flap(2, 7, True)
        t.loop.run_for(10)
        said = len(t.events)
        t.simulator.fault("serial_lost", None, None, False)
        t.loop.run_for(5)
        assert t.tray.picture == t.simulator.closed
        assert t.events[said:] == [FlapsSeen(t.simulator.closed)]
        assert board.standing == {}
        assert [sentence is None for _, _, sentence in board] == [False, True]
        assert t.tray.link.losses == 1
        t.simulator.flap(2, 8, True)
        t.loop.run_for(0.1)
        assert t.moves == [(8, True)]


def test_a_scanner_that_hangs_is_down_after_two_seconds():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.loop.run_for(0.1)
        t.simulator.board.scanner.send = lambda data, at: None
        t.loop.run_for(1.7)
        assert board == []
        t.loop.run_for(0.5)
        assert "has fallen silent" in board.standing["scanner", "part_gone"]
        resets = t.simulator.board.scanner.resets
        t.loop.run_for(6)
        assert t.simulator.board.scanner.resets == resets + 1, "opening its port anew resets it"


@pytest.mark.parametrize("wait_s", [0.001, 0.05, 0.3, 2.9])
def test_a_watchdog_in_the_middle_of_a_match_invents_no_move(wait_s):
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        for flap in (3, 5):
            t.simulator.flap(1, flap, True)
        t.loop.run_for(0.2)
        said, resyncs = len(t.events), t.tray.link.link.resyncs
        t.simulator.fault("scanner_reset", None, None, True)
        t.simulator.fault("scanner_reset", None, None, False)
        t.loop.run_for(wait_s)
        t.simulator.edges(1, 9, [[0, 1]])
        t.loop.run_for(3)
        assert all(e == FlapsSeen(e.closed) for e in t.events[said:-1])
        assert t.tray.picture == t.simulator.closed
        assert set(t.moves[2:]) <= {(9, True)}
        assert t.tray.link.link.resyncs == resyncs + 1
        assert link_report(t.tray.link).reset is ResetCause.WATCHDOG
        assert board == [], "too short to be told of"


def test_a_watchdog_that_bites_all_the_time_leaves_the_flaps_playing():
    with tray_at_hand(SCANNER) as t:
        t.simulator.fault("scanner_reset", None, None, True)
        t.loop.run_for(20)
        t.simulator.flap(0, 4, True)
        t.loop.run_for(3)
        assert t.tray.picture == t.simulator.closed


def test_noise_costs_frames_and_nothing_else():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.simulator.fault("serial_noise", None, None, True)
        for flap in range(1, 13):
            t.simulator.flap(3, flap, True)
            t.loop.run_for(1)
        t.loop.run_for(2)
        assert t.tray.picture == t.simulator.closed
        assert t.tray.link.frames.bad > 5
        assert board == []


def test_a_port_that_another_program_holds_is_said_with_its_name_and_waited_for():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.simulator.fault("serial_busy", None, None, True)
        t.loop.run_for(10)
        assert len(board) == 1
        t.simulator.fault("serial_busy", None, None, False)
        t.loop.run_for(5)
        assert board.standing == {}
    board = Board()
    with tray_at_hand(SCANNER, report=board, started=False) as t:
        t.simulator.fault("serial_busy", None, None, True)
        t.tray.start()
        t.loop.run_for(10)
        assert "ModemManager (process 512) has it" in board.standing["scanner", "part_gone"]
        t.simulator.fault("serial_busy", None, None, False)
        t.loop.run_for(5)
        assert t.tray.link.up


def test_the_last_hundred_frames_are_written_out_when_the_link_fails(tmp_path):
    file = tmp_path / "stbpi.db.scanner.txt"
    with tray_at_hand(SCANNER, scanner_frames=file) as t:
        t.loop.run_for(120)
        assert not file.exists()
        t.simulator.fault("serial_lost", None, None, True)
        t.loop.run_for(1)
        first = file.read_text()
        head, _, *frames = first.splitlines()
        assert "check its cable" in head
        assert len(frames) == 100
        assert {line.split()[1] for line in frames} == {"<", ">"}
        assert len(first) < 20_000
        file.unlink()
        for _ in range(9):  # within a minute
            t.simulator.fault("serial_lost", None, None, False)
            t.loop.run_for(3)
            t.simulator.fault("serial_lost", None, None, True)
            t.loop.run_for(3)
        assert not file.exists(), "a plug that wobbles must not wear out the card"
        t.loop.run_for(10)
        assert len(file.read_text().splitlines()) == 102, "those of the last failure, once the minute is over"


def test_the_frames_of_a_link_that_never_came_about_are_written_too(tmp_path):
    file = tmp_path / "stbpi.db.scanner.txt"
    with tray_at_hand(SCANNER, scanner_frames=file, started=False) as t:
        instead_of_its_scanner(t, 4, 12)
        t.tray.start()
        t.loop.run_for(10)
        head, _, *frames = file.read_text().splitlines()
        assert "is built for 4 x 12 flaps" in head
        assert frames, "its HELLO among them"


def test_what_knows_of_no_frames_is_not_called_silent():
    board = Board()
    with tray_at_hand(SCANNER, report=board, started=False) as t:
        scanner = t.simulator.board.scanner
        say, scanner.send = scanner.send, lambda data, at: None
        t.tray.start()
        for _ in range(8):
            say(b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03\r\n", t.simulator._timeline.now)
            t.loop.run_for(1)
    assert (
        "only bytes among which no frame ends; check that it is the scanner's port"
        in (board.standing["scanner", "part_gone"])
    )


def test_frames_that_cannot_be_written_disturb_nothing(tmp_path, caplog):
    with tray_at_hand(SCANNER, scanner_frames=tmp_path / "gone" / "frames.txt") as t:
        for _ in range(3):
            t.simulator.fault("serial_lost", None, None, True)
            t.loop.run_for(61)
            t.simulator.fault("serial_lost", None, None, False)
            t.loop.run_for(5)
        assert t.tray.link.up
    assert [record.message for record in caplog.records if "last frames" in record.message] != []
    assert len(caplog.records) == 1


def test_the_scanner_debounces_with_the_window_of_the_tray_and_keeps_it():
    with tray_at_hand(SCANNER, debounce_ms=12) as t:
        assert t.simulator.board.scanner.settings == Config(12)
        assert t.tray.resting_after >= 12_000
        t.simulator.edges(0, 1, [[0, 1], [5_000, 0], [9_000, 1]])
        t.loop.run_for(0.02)
        assert t.moves == []
        t.loop.run_for(0.012)
        assert t.moves == [(1, True)], "nobody waits twice"


def test_a_window_longer_than_the_scanner_takes_is_cut_to_what_it_takes():
    board = Board()
    with tray_at_hand(SCANNER, debounce_ms=200, report=board) as t:
        assert t.simulator.board.scanner.settings == Config(50)
        assert board == []


def test_a_scanner_that_keeps_no_settings_is_said():
    board = Board()
    with tray_at_hand(SCANNER, report=board, started=False) as t:
        scanner = t.simulator.board.scanner
        answer = scanner._answer
        scanner._answer = lambda frame, at: None if isinstance(frame, Config) else answer(frame, at)
        t.tray.start()
        t.loop.run_for(5)
        assert "flash its firmware anew" in board.standing["scanner, settings", "scanner_settings"]
        t.simulator.flap(0, 1, True)
        t.loop.run_for(0.2)
        assert t.moves == [(1, True)]


def instead_of_its_scanner(t, rows, columns):
    """Plug in one that is built for so many."""
    built = SimulatedScanner(rows, columns, t.simulator._timeline)
    replaced = t.simulator.board.scanner
    built.send, replaced.send = replaced.send, lambda data, at: None
    t.simulator.board.plug._scanner = built


@pytest.mark.parametrize(
    ("rows", "columns", "said"), [(4, 12, "is built for 4 x 12 flaps"), (6, 9, "is built for 6 x 9 flaps")]
)
def test_a_scanner_built_for_fewer_flaps_is_refused(rows, columns, said):
    board = Board()
    with tray_at_hand(SCANNER, report=board, started=False) as t:
        instead_of_its_scanner(t, rows, columns)
        t.tray.start()
        t.loop.run_for(5)
        assert said in board.standing["scanner", "part_gone"]
        assert not t.tray.link.up


def test_a_button_on_the_scanner_is_a_button():
    profile = load_profile(SCANNER)
    button = replace(profile.buttons[0], at=ScannerButton())
    with tray_at_hand(replace(profile, buttons=(button,))) as t:
        for hold_ms in (60, 1200):
            t.simulator.button(hold_ms)
            t.loop.run_for(hold_ms / 1000 + 0.3)
        assert t.presses == ["down", "up"] * 2
        assert t.moves == []


def test_a_button_held_over_a_reset_is_no_press():
    profile = load_profile(SCANNER)
    button = replace(profile.buttons[0], at=ScannerButton())
    with tray_at_hand(replace(profile, buttons=(button,))) as t:
        t.simulator.finger(True)
        t.loop.run_for(0.3)
        assert t.presses == ["down"]
        t.simulator.fault("scanner_reset", None, None, True)
        t.simulator.fault("scanner_reset", None, None, False)
        t.loop.run_for(2)
        t.simulator.finger(False)
        t.loop.run_for(1)
        assert t.presses == ["down"], "a press not seen to its end is none"


def test_a_wire_that_hums_never_comes_to_rest_on_the_scanner_which_is_said_until_it_does():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(10)
        assert "never comes to rest" in board.standing["scanner, switches", "scanner_restless"]
        report = link_report(t.tray.link)
        assert (report.restless, report.longest_bounce_us) == (True, None)
        t.simulator.flap(0, 6, True)
        t.loop.run_for(0.1)
        assert t.moves == [(6, True)]
        t.simulator.fault("floating", 0, 5, False)
        t.loop.run_for(10)
        assert board.standing == {}
        report = link_report(t.tray.link)
        assert not report.restless
        assert report.longest_bounce_us is not None


def test_hands_that_never_rest_are_no_wire_that_hums():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        for number in range(120):
            t.simulator.flap(0, 5, number % 2 == 0)
            t.loop.run_for(0.1)
        assert board == []


def test_a_whole_press_while_an_answer_is_missing_is_a_press():
    profile = load_profile(SCANNER)
    button = replace(profile.buttons[0], at=ScannerButton())
    with tray_at_hand(replace(profile, buttons=(button,))) as t:
        plug = t.simulator.board.plug
        to_scanner, plug.to_scanner = plug.to_scanner, lambda data: None
        t.simulator.flap(1, 3, True)
        t.loop.run_for(0.15)
        t.simulator.button(60)
        t.loop.run_for(0.3)
        assert (t.moves, t.presses) == ([(3, True)], [])
        plug.to_scanner = to_scanner
        t.loop.run_for(0.3)
        assert (t.moves, t.presses) == ([(3, True)], ["down", "up"])


def test_with_a_window_that_lets_hum_through_the_flap_is_taken_out():
    board = Board()
    with tray_at_hand(SCANNER, debounce_ms=4, report=board) as t:
        t.simulator.fault("floating", 0, 5, True)
        t.loop.run_for(3)
        assert [(e.flap, e.doubted) for e in t.events if isinstance(e, FlapDoubted)] == [(5, True)]
        t.loop.run_for(5)
        assert [code for _, code, _ in board] == ["floating"]


def test_what_is_on_the_line_at_rest_and_while_playing_is_little():
    with tray_at_hand(SCANNER) as t:
        sent = []
        send = t.simulator.board.scanner.send
        t.simulator.board.scanner.send = lambda data, at: (sent.append(len(data)), send(data, at))
        t.loop.run_for(60)
        assert 60 * 75 < sum(sent) < 60 * 100


@pytest.mark.parametrize(
    ("flags", "told"),
    [(0, "unknown"), (1, "power"), (3, "power"), (2, "button"), (7, "supply"), (9, "watchdog")],
)
def test_why_it_started_is_told_in_a_word(flags, told):
    assert cause(flags) == told


def test_an_hour_of_a_plug_that_wobbles_is_few_lines():
    board = Board()
    with tray_at_hand(SCANNER, report=board) as t:
        for _ in range(60):
            t.simulator.fault("serial_lost", None, None, True)
            t.loop.run_for(1)
            t.simulator.fault("serial_lost", None, None, False)
            t.loop.run_for(6)
        assert len(board) < 12
