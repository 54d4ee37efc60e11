"""The simulated controllers against their data sheets, byte by byte."""

import errno

import pytest

from stbpi.display.model import COMMAND, DATA, SH1106, SSD1306, ModelBus, PanelModel
from tests.display.wires import dots

READY = bytes.fromhex("8D 14 A1 C8 AF")


def lit(model: PanelModel) -> set[tuple[int, int]]:
    image = model.picture()
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


def ready(controller=SSD1306, first_column=0) -> PanelModel:
    model = PanelModel(controller, first_column)
    model.receive(COMMAND, READY)
    for page in range(8):
        model.receive(COMMAND, (0xB0 | page, 0x00, 0x10))
        model.receive(DATA, bytes(controller.columns))
    model.receive(COMMAND, (0xB0, 0x00, 0x10))
    return model


def test_the_glass_is_dark_until_it_is_switched_on_and_then_shows_noise():
    model = PanelModel(SSD1306)
    assert lit(model) == set()
    model.receive(COMMAND, bytes.fromhex("AF"))
    assert lit(model) == set(), "no light without the charge pump"
    model.receive(COMMAND, bytes.fromhex("8D 14"))
    assert 3000 < len(lit(model)) < 5000


@pytest.mark.parametrize("controller", [SSD1306, SH1106])
def test_the_lowest_bit_is_the_top_row(controller):
    model = ready(controller)
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
    for controller, last in ((SSD1306, {(127, 0), (0, 1)}), (SH1106, {(127, 0)})):
        model = ready(controller, controller.columns - 128)
        model.receive(COMMAND, (0xB0, 0x0F & (controller.columns - 1), 0x10 | (controller.columns - 1) >> 4))
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
    bus = ModelBus(model, 0x3C)
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
        ModelBus(PanelModel(SSD1306), 0x3C).write_i2c_block_data(0x3D, COMMAND, (0xAF,))
