"""The simulated 74HC165 beside its data sheet, edge by edge."""

from hypothesis import given
from hypothesis import strategies as st

from stbpi.tray.bus_simulated import SimulatedSpi
from stbpi.tray.hc165_chip import Hc165Chip

BYTE = st.integers(0, 255)


def loaded(value):
    chip = Hc165Chip()
    for number in range(8):
        chip.ground(number, not value >> number & 1)
    chip.load(True)
    chip.load(False)
    return chip


@given(value=BYTE)
def test_h_comes_out_first_and_a_last(value):
    chip = loaded(value)
    came = []
    for _ in range(8):
        came.append(chip.output)
        chip.clock(False)
    assert came == [bool(value >> place & 1) for place in reversed(range(8))]
    assert not chip.output, "and what came in at SER follows"


@given(value=BYTE, serial=st.lists(st.booleans(), min_size=8, max_size=8))
def test_eight_edges_at_once_are_eight_edges(value, serial):
    one_by_one, at_once = loaded(value), loaded(value)
    came = 0
    for level in serial:
        came = came << 1 | one_by_one.output
        one_by_one.clock(level)
    assert at_once.shift(sum(level << 7 - n for n, level in enumerate(serial))) == came
    assert [at_once.shift(0), at_once.shift(0)] == [one_by_one.shift(0), 0]


def test_with_the_latch_high_the_inputs_are_not_seen():
    chip = loaded(0xFF)
    chip.ground(7, True)
    assert chip.output
    chip.load(True)
    assert not chip.output
    chip.ground(7, False)
    assert chip.output, "while it is low the register follows"


def test_with_the_latch_low_the_clock_does_nothing():
    chip = loaded(0x80)
    chip.load(True)
    chip.clock(False)
    assert chip.output
    assert chip.shift(0) == 0xFF


@given(values=st.lists(BYTE, min_size=1, max_size=8), sent=st.lists(BYTE, max_size=12))
def test_a_chain_gives_its_first_chip_first_and_then_what_it_was_sent(values, sent):
    spi = SimulatedSpi([loaded(value) for value in values])
    sent += [0] * len(values)
    assert spi.xfer2(sent) == (values + sent)[: len(sent)]


def test_wires_that_are_off_read_as_the_data_sheet_has_it():
    spi = SimulatedSpi([loaded(0x12)])
    spi.miso = True
    assert spi.xfer2([0]) == [0xFF]
    spi.miso = False
    assert spi.xfer2([0xFF]) == [0]
    spi.miso, spi.mosi_cut = None, True
    assert spi.xfer2([0, 0])[1] == 0xFF
