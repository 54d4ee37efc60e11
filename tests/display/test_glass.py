"""Exactly what goes over the wire to the two controllers."""

import atexit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c

from stbpi.display.glass import Sh1106, Ssd1306
from stbpi.display.model import SH1106, SSD1306, PanelModel
from tests.display.wires import ListeningBus, dots, picture

SIZE = (128, 64)
PICTURES = st.binary(min_size=1024, max_size=1024).map(picture)

SSD1306_SET_UP = bytes.fromhex(
    "AE"  # glass dark
    "D5 80  A8 3F  D3 00  40"  # clock; 64 rows, none shifted
    "8D 14"  # charge pump on
    "20 00"  # horizontal addressing
    "A1 C8  DA 12"  # mounted upright; rows interleaved
    "D9 F1  DB 40  A4  A6"  # precharge, VCOMH; follow the memory, not inverse
    "81 CF"  # contrast
    "21 00 7F  22 00 07"  # everything blank
    "AF"  # lit
)
SH1106_SET_UP = bytes.fromhex(
    "AE 20 10 B0 C8 00 10 40 A1 A6  A8 3F  A4  D3 00  D5 F0  D9 22  DA 12  DB 20  8D 14  81 7F"
    "B0 02 10  B1 02 10  B2 02 10  B3 02 10  B4 02 10  B5 02 10  B6 02 10  B7 02 10"
    "AF"
)


def ssd1306(bus: ListeningBus, rotate: int = 0) -> Ssd1306:
    return Ssd1306(i2c(bus=bus, address=0x3C), SIZE, rotate)


def sh1106(bus: ListeningBus, rotate: int = 0, offset: int = 2) -> Sh1106:
    return Sh1106(i2c(bus=bus, address=0x3C), SIZE, rotate, offset)


@pytest.mark.parametrize(("driver", "commands"), [(ssd1306, SSD1306_SET_UP), (sh1106, SH1106_SET_UP)])
def test_a_panel_is_set_up_blank(driver, commands):
    bus = ListeningBus()
    driver(bus)
    assert bus.commands() == commands
    assert bus.data() == bytes(1024)
    assert {each[0] for each in bus.transfers} == {0x3C}


def test_the_ssd1306_is_sent_windows_around_what_changed():
    bus = ListeningBus()
    panel = ssd1306(bus)
    bus.transfers.clear()
    panel.display(dots((0, 0), (3, 1), (127, 63)))
    assert bus.transfers == [
        bytes.fromhex("3C 00 21 00 03 22 00 00"),
        bytes.fromhex("3C 40 01 00 00 02"),
        bytes.fromhex("3C 00 21 7F 7F 22 07 07"),
        bytes.fromhex("3C 40 80"),
    ]


@pytest.mark.parametrize(("offset", "columns"), [(2, "02 10 01 18"), (0, "00 10 0F 17")])
def test_the_sh1106_is_sent_runs_at_its_column_offset(offset, columns):
    low_first, high_first, low_last, high_last = bytes.fromhex(columns)
    bus = ListeningBus()
    panel = sh1106(bus, offset=offset)
    bus.transfers.clear()
    panel.display(dots((0, 0), (127, 63)))
    assert bus.transfers == [
        bytes((0x3C, 0x00, 0xB0, low_first, high_first)),
        bytes.fromhex("3C 40 01"),
        bytes((0x3C, 0x00, 0xB7, low_last, high_last)),
        bytes.fromhex("3C 40 80"),
    ]


@pytest.mark.parametrize("driver", [ssd1306, sh1106])
def test_an_equal_picture_is_not_sent_again(driver):
    bus = ListeningBus()
    panel = driver(bus)
    panel.display(dots((5, 5)))
    bus.transfers.clear()
    panel.display(dots((5, 5)))
    assert bus.transfers == []


@pytest.mark.parametrize("driver", [ssd1306, sh1106])
def test_after_a_transfer_that_failed_everything_is_sent(driver):
    bus = ListeningBus()
    panel = driver(bus)
    bus.broken_after = 1
    with pytest.raises(OSError, match="Remote I/O"):
        panel.display(dots((5, 5), (5, 60)))
    bus.broken_after = None
    bus.transfers.clear()
    panel.display(dots((5, 5)))
    assert len(bus.data()) == 1024


@pytest.mark.parametrize("driver", [ssd1306, sh1106])
def test_a_set_up_leaves_no_hook_for_the_end_of_the_program(driver):
    before = atexit._ncallbacks()
    driver(ListeningBus())
    assert atexit._ncallbacks() == before


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["ssd1306", "sh1106", "sh1106 without offset"]),
    st.integers(0, 3),
    st.lists(PICTURES, min_size=1, max_size=3),
)
def test_the_glass_shows_every_picture_that_is_sent(kind, rotate, pictures):
    model = PanelModel(SSD1306) if kind == "ssd1306" else PanelModel(SH1106, 2 if kind == "sh1106" else 0)
    bus = ListeningBus(model)
    panel = ssd1306(bus, rotate) if kind == "ssd1306" else sh1106(bus, rotate, 2 if kind == "sh1106" else 0)
    for each in pictures:
        turned = each.rotate(90 * rotate, expand=True)
        panel.display(turned)
        assert model.picture().tobytes() == each.tobytes()


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from([ssd1306, sh1106]),
    st.lists(st.sets(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=8), max_size=6),
)
def test_the_glass_follows_small_changes(driver, steps):
    model = PanelModel(SSD1306) if driver is ssd1306 else PanelModel(SH1106, 2)
    panel = driver(ListeningBus(model))
    for points in steps:
        panel.display(dots(*points))
        assert model.picture().tobytes() == dots(*points).tobytes()
