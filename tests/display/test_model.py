"""The simulated controllers against their data sheets, byte by byte."""

import errno

import pytest

from stbpi.display.controllers import MODULES
from stbpi.display.model import COMMAND, DATA, STATUS_OFF, ModelBus, PanelModel
from tests.display.wires import dots

READY = bytes.fromhex("8D 14 A1 C8 AF")
SSD1306, SH1106, SH1107 = (MODULES[name] for name in ("ssd1306", "sh1106", "sh1107"))


def lit(model: PanelModel) -> set[tuple[int, int]]:
    image = model.picture()
    return {(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y))}


def ready(module=SSD1306, first_column=0, codes=READY) -> PanelModel:
    model = PanelModel(module, first_column)
    model.receive(COMMAND, codes)
    for page in range(module.controller.pages):
        model.receive(COMMAND, (0xB0 | page, 0x00, 0x10))
        model.receive(DATA, bytes(module.controller.columns))
    model.receive(COMMAND, (0xB0, 0x00, 0x10))
    return model


def test_the_glass_is_dark_until_it_is_switched_on_and_then_shows_noise():
    model = PanelModel(SSD1306)
    assert lit(model) == set()
    model.receive(COMMAND, bytes.fromhex("AF"))
    assert lit(model) == set(), "no light without the charge pump"
    model.receive(COMMAND, bytes.fromhex("8D 14"))
    assert 3000 < len(lit(model)) < 5000


@pytest.mark.parametrize("module", [SSD1306, SH1106])
def test_the_lowest_bit_is_the_top_row(module):
    model = ready(module)
    model.receive(COMMAND, (0xB2, 0x05, 0x11))
    model.receive(DATA, (0x01, 0x80))
    assert lit(model) == {(0x15, 16), (0x16, 23)}


def test_horizontal_addressing_goes_round_inside_its_window():
    model = ready()
    model.receive(COMMAND, bytes.fromhex("20 00 21 0A 0B 22 01 02"))
    model.receive(DATA, (1, 1, 2, 2, 4))
    assert lit(model) == {(10, 10), (11, 8), (10, 17), (11, 17)}


def test_vertical_addressing_goes_down_first():
    model = ready()
    model.receive(COMMAND, bytes.fromhex("20 01 21 0A 0B 22 01 02"))
    model.receive(DATA, (1, 1, 2))
    assert lit(model) == {(10, 8), (10, 16), (11, 9)}


def test_page_addressing_wraps_on_the_ssd1306_and_ends_on_the_sh1106():
    for module, last in ((SSD1306, {(127, 0), (0, 1)}), (SH1106, {(127, 0)})):
        end = module.controller.columns - 1
        model = ready(module, module.spare_columns)
        model.receive(COMMAND, (0xB0, 0x0F & end, 0x10 | end >> 4))
        model.receive(DATA, (1, 2))
        assert lit(model) == last


def test_the_sh1106_shows_the_columns_behind_its_glass():
    model = ready(SH1106, 2)
    model.receive(DATA, (1, 1, 1, 1))
    assert lit(model) == {(0, 0), (1, 0)}


def test_a_command_may_come_in_pieces():
    model = ready()
    for byte in bytes.fromhex("20 00 21 0A 0A 22 03 03"):
        model.receive(COMMAND, (byte,))
    model.receive(DATA, (1,))
    assert lit(model) == {(10, 24)}


@pytest.mark.parametrize(
    ("codes", "point"),
    [
        ("C0", (10, 63)),  # rows the other way up, at once
        ("41", (10, 63)),  # start line 1: the memory's row 0 is at the very bottom
        ("D3 08", (10, 56)),  # shifted up by 8 rows
    ],
)
def test_the_picture_can_be_turned_and_shifted(codes, point):
    model = ready()
    model.receive(COMMAND, (0xB0, 0x0A, 0x10))
    model.receive(DATA, (1,))
    model.receive(COMMAND, bytes.fromhex(codes))
    assert lit(model) == {point}


def test_reversing_the_segments_counts_for_what_is_written_afterwards():
    model = ready()
    model.receive(COMMAND, (0xB0, 0x0A, 0x10))
    model.receive(DATA, (1,))
    model.receive(COMMAND, bytes.fromhex("A0 B0 0A 10"))
    model.receive(DATA, (2,))
    assert lit(model) == {(10, 0), (117, 1)}


def test_inverse_all_lit_rows_and_sleep():
    model = ready()
    model.receive(DATA, (1,))
    model.receive(COMMAND, bytes.fromhex("A7"))
    assert (0, 0) not in lit(model)
    assert len(lit(model)) == 128 * 64 - 1
    model.receive(COMMAND, bytes.fromhex("A6 A5"))
    assert len(lit(model)) == 128 * 64
    model.receive(COMMAND, bytes.fromhex("A8 1F"))
    assert {y for _, y in lit(model)} == set(range(32))
    model.receive(COMMAND, bytes.fromhex("AE"))
    assert lit(model) == set()
    model.receive(COMMAND, bytes.fromhex("AF A4"))
    assert lit(model) == {(0, 0)}


def test_an_unplugged_panel_does_not_answer_and_forgets():
    model = ready()
    bus = ModelBus({0x3C: model})
    model.gone = True
    with pytest.raises(OSError, match="Remote I/O") as failed:
        bus.write_i2c_block_data(0x3C, DATA, (1,))
    assert failed.value.errno == errno.EREMOTEIO
    assert model.picture().tobytes() == dots().tobytes()
    model.gone = False
    assert lit(model) == set()
    model.receive(COMMAND, READY)
    assert len(lit(model)) > 3000, "noise again: it has to be set up anew"


def test_nobody_answers_at_another_address():
    with pytest.raises(OSError, match="Remote I/O"):
        ModelBus({0x3C: PanelModel(SSD1306)}).write_i2c_block_data(0x3D, COMMAND, (0xAF,))


UPRIGHT = bytes.fromhex("D3 60 AF")
"""What an SH1107 module of 64 x 128 needs: its glass begins at row 32 of the scan, memory at column 0."""


def test_an_sh1107_shows_each_column_of_its_memory_as_a_row_of_the_scan():
    model = ready(SH1107, codes=UPRIGHT)
    model.receive(COMMAND, (0xB2, 0x05, 0x11))
    model.receive(DATA, (0x01, 0x80))
    assert lit(model) == {(0x15, 16), (0x16, 23)}
    model.receive(COMMAND, bytes.fromhex("D3 61"))
    assert lit(model) == {(0x14, 16), (0x15, 23)}, "the offset moves columns"
    model.receive(COMMAND, bytes.fromhex("DC 01"))
    assert lit(model) == {(0x13, 16), (0x14, 23)}, "so does the start line"
    model.receive(COMMAND, bytes.fromhex("41"))
    assert lit(model) == {(0x13, 16), (0x14, 23)}, "it has no start line in one byte"
    model.receive(COMMAND, bytes.fromhex("A1"))
    assert lit(model) == {(0x13, 111), (0x14, 104)}


def test_an_sh1107_goes_down_the_pages_when_told_to_in_one_byte():
    model = ready(SH1107, codes=UPRIGHT)
    model.receive(COMMAND, bytes.fromhex("21 BE 05 10"))
    model.receive(DATA, (1, 1, 1))
    assert lit(model) == {(5, 112), (5, 120), (6, 0)}


def test_an_sh1107_with_a_whole_glass_has_no_offset():
    model = ready(MODULES["sh1107-128x128"], codes=bytes.fromhex("AF"))
    model.receive(COMMAND, (0xBF, 0x0F, 0x17))
    model.receive(DATA, (0x80,))
    assert lit(model) == {(127, 127)}


def test_an_ssd1309_needs_no_pump():
    model = PanelModel(MODULES["ssd1309"])
    model.receive(COMMAND, bytes.fromhex("AF"))
    assert len(lit(model)) > 3000


@pytest.mark.parametrize("name", MODULES)
def test_the_status_byte_tells_whether_the_glass_is_on(name):
    model = PanelModel(MODULES[name])
    bus = ModelBus({0x3C: model})
    assert bus.read_byte(0x3C) & STATUS_OFF
    model.receive(COMMAND, (0xAF,))
    assert not bus.read_byte(0x3C) & STATUS_OFF
    model.power_dip()
    assert bus.read_byte(0x3C) & STATUS_OFF
    model.gone = True
    with pytest.raises(OSError, match="Remote I/O"):
        bus.read_byte(0x3C)


def test_two_panels_on_one_bus_are_told_apart_by_their_addresses():
    first, second = PanelModel(SSD1306), PanelModel(SSD1306)
    bus = ModelBus({0x3C: first, 0x3D: second})
    bus.write_i2c_block_data(0x3D, COMMAND, (0xAF, 0xA5))
    assert first.status() & STATUS_OFF
    assert not second.status() & STATUS_OFF
