"""Exactly what goes over the wire to the controllers."""

import atexit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stbpi.display.controllers import MODULES
from stbpi.display.model import PanelModel
from tests.display.wires import NAMES, ListeningBus, dots, picture, set_up, size_of

SSD1306_SET_UP = bytes.fromhex(
    "E3 E3 2E"  # whatever was begun is over; no scrolling
    "AE"  # glass dark
    "D5 80  A8 3F  D3 00  40"  # clock; 64 rows, none shifted
    "8D 14"  # charge pump on
    "20 00"  # horizontal addressing
    "A1 C8  DA 12"  # mounted upright; rows interleaved
    "D9 F1  DB 40  A4  A6"  # precharge, VCOMH; follow the memory, not inverse
    "81 CF"  # contrast
    "20 02"  # page addressing
    "B0 00 10  B1 00 10  B2 00 10  B3 00 10  B4 00 10  B5 00 10  B6 00 10  B7 00 10"  # everything blank
    "AF"  # lit
)
SH1106_SET_UP = bytes.fromhex(
    "E3 E3"
    "AE 20 10 B0 C8 00 10 40 A1 A6  A8 3F  A4  D3 00  D5 F0  D9 22  DA 12  DB 20  8D 14  81 7F"
    "B0 02 10  B1 02 10  B2 02 10  B3 02 10  B4 02 10  B5 02 10  B6 02 10  B7 02 10"
    "AF"
)
SH1107_SET_UP = bytes.fromhex(
    "E3 E3  A0 C0 DC 00"  # neither direction reversed, from the first line on
    "AE 20 A6  A8 7F  A4  D3 60  D5 80  D9 22  DA 12  DB 35  81 7F"
    "B0 00 10  B1 00 10  B2 00 10  B3 00 10  B4 00 10  B5 00 10  B6 00 10  B7 00 10"
    "B8 00 10  B9 00 10  BA 00 10  BB 00 10  BC 00 10  BD 00 10  BE 00 10  BF 00 10"
    "AF"
)


@pytest.mark.parametrize(
    ("name", "commands"),
    [
        ("ssd1306", SSD1306_SET_UP),
        ("sh1106", SH1106_SET_UP),
        ("ssd1309", SSD1306_SET_UP),
        ("sh1107", SH1107_SET_UP),
        ("sh1107-128x128", SH1107_SET_UP.replace(b"\xd3\x60", b"\xd3\x00")),
    ],
    ids=NAMES,
)
def test_a_panel_is_set_up_blank(name, commands):
    bus = ListeningBus()
    set_up(name, bus)
    assert bus.commands() == commands
    assert bus.data() == bytes(MODULES[name].width * MODULES[name].height // 8)
    assert {each[0] for each in bus.transfers} == {0x3C}


@pytest.mark.parametrize("name", ["ssd1306", "ssd1309"])
def test_only_runs_around_what_changed_are_sent(name):
    bus = ListeningBus()
    panel = set_up(name, bus)
    bus.transfers.clear()
    panel.display(dots((0, 0), (3, 1), (20, 0), (127, 63)))
    assert bus.transfers == [
        bytes.fromhex("3C 00 B0 00 10"),
        bytes.fromhex("3C 40 01 00 00 02"),
        bytes.fromhex("3C 00 04 11"),  # further along the same page
        bytes.fromhex("3C 40 01"),
        bytes.fromhex("3C 00 B7 0F 17"),
        bytes.fromhex("3C 40 80"),
    ]


@pytest.mark.parametrize(("gap", "runs"), [(6, 1), (7, 2)])
def test_bytes_between_two_changes_are_sent_where_that_is_no_more_than_another_run(gap, runs):
    bus = ListeningBus()
    panel = set_up("ssd1306", bus)
    bus.transfers.clear()
    panel.display(dots((10, 0), (11 + gap, 0)))
    assert len(bus.transfers) == 2 * runs


@pytest.mark.parametrize(
    ("name", "offset", "columns"),
    [("sh1106", 2, "02 10 01 18"), ("sh1106", 0, "00 10 0F 17"), ("sh1107", 32, "00 12 0F 15")],
)
def test_runs_are_at_the_column_offset(name, offset, columns):
    low_first, high_first, low_last, high_last = bytes.fromhex(columns)
    right, bottom = size_of(name)[0] - 1, size_of(name)[1] - 1
    bus = ListeningBus()
    panel = set_up(name, bus, offset=offset)
    bus.transfers.clear()
    panel.display(dots((0, 0), (right, bottom), size=size_of(name)))
    assert bus.transfers == [
        bytes((0x3C, 0x00, 0xB0, low_first, high_first)),
        bytes.fromhex("3C 40 01"),
        bytes((0x3C, 0x00, 0xB0 | bottom // 8, low_last, high_last)),
        bytes.fromhex("3C 40 80"),
    ]


@pytest.mark.parametrize("name", NAMES)
def test_an_equal_picture_is_not_sent_again(name):
    bus = ListeningBus()
    panel = set_up(name, bus)
    panel.display(dots((5, 5), size=size_of(name)))
    bus.transfers.clear()
    panel.display(dots((5, 5), size=size_of(name)))
    assert bus.transfers == []


@pytest.mark.parametrize("name", NAMES)
def test_after_a_transfer_that_failed_everything_is_sent(name):
    bus = ListeningBus()
    panel = set_up(name, bus)
    bus.broken_after = 1
    with pytest.raises(OSError, match="Remote I/O"):
        panel.display(dots((5, 5), (5, 60), size=size_of(name)))
    bus.broken_after = None
    bus.transfers.clear()
    panel.display(dots((5, 5), size=size_of(name)))
    assert len(bus.data()) == MODULES[name].width * MODULES[name].height // 8


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_leaves_no_hook_for_the_end_of_the_program(name):
    before = atexit._ncallbacks()
    set_up(name, ListeningBus())
    assert atexit._ncallbacks() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_mends_what_another_program_left(name):
    model = PanelModel(MODULES[name])
    for codes in ("A7 A5 A0 C0", "A1 C8" if name.startswith("sh1107") else "", "D3 11", "A8 12", "81"):
        model.receive(0x00, bytes.fromhex(codes))
    panel = set_up(name, ListeningBus(model))
    shown = dots((3, 5), (40, 60), size=size_of(name))
    panel.display(shown)
    assert model.picture().tobytes() == shown.tobytes()


MODULES_AND_OFFSETS = st.sampled_from(
    [*((name, None) for name in NAMES), ("sh1106", 0), ("sh1106", 4), ("sh1107", 32)]
)


@settings(max_examples=20, deadline=None)
@given(MODULES_AND_OFFSETS, st.integers(0, 3), st.data())
def test_the_glass_shows_every_picture_that_is_sent(kind, rotate, data):
    name, offset = kind
    model = PanelModel(MODULES[name], offset)
    panel = set_up(name, ListeningBus(model), rotate, offset)
    length = MODULES[name].width * MODULES[name].height // 8
    for packed in data.draw(st.lists(st.binary(min_size=length, max_size=length), min_size=1, max_size=3)):
        each = picture(packed, size_of(name))
        panel.display(each.rotate(90 * rotate, expand=True))
        assert model.picture().tobytes() == each.tobytes()


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(NAMES),
    st.lists(st.sets(st.tuples(st.integers(0, 63), st.integers(0, 63)), max_size=8), max_size=6),
)
def test_the_glass_follows_small_changes(name, steps):
    model = PanelModel(MODULES[name])
    panel = set_up(name, ListeningBus(model))
    for points in steps:
        panel.display(dots(*points, size=size_of(name)))
        assert model.picture().tobytes() == dots(*points, size=size_of(name)).tobytes()
