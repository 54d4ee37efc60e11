"""The simulated MCP23017 beside its data sheet (Microchip DS20001952), as a program on the bus sees it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stbpi.tray.bus_simulated import SimulatedI2c
from stbpi.tray.mcp23017_chip import Drive, Mcp23017Chip

ADDRESS = 0x20
IODIRA, IODIRB, IPOLA, GPINTENA, DEFVALA, INTCONA, IOCON, GPPUA = (
    0x00,
    0x01,
    0x02,
    0x04,
    0x06,
    0x08,
    0x0A,
    0x0C,
)
INTFA, INTFB, INTCAPA, GPIOA, GPIOB, OLATA, OLATB = 0x0E, 0x0F, 0x10, 0x12, 0x13, 0x14, 0x15
BANK, MIRROR, SEQOP, ODR, INTPOL = 0x80, 0x40, 0x20, 0x04, 0x02


class Bench:
    """A chip on a bus, with all inputs pulled up unless told otherwise."""

    def __init__(self, pulled=True):
        self.now = 0
        self.told = []
        self.chip = Mcp23017Chip(lambda: self.now, self.told.append)
        self.bus = SimulatedI2c()
        self.bus.attach(ADDRESS, self.chip)
        if pulled:
            self.write(GPPUA, 0xFF, 0xFF)
        self.told.clear()

    def write(self, register, *data):
        self.bus.write_i2c_block_data(ADDRESS, register, list(data))

    def read(self, register, count=1):
        came = self.bus.read_i2c_block_data(ADDRESS, register, count)
        return came if count > 1 else came[0]

    def ground(self, bit, grounded=True):
        self.now += 1
        self.chip.ground(bit, grounded, self.now)


def test_after_power_on_all_pins_are_inputs_and_all_else_is_zero():
    bench = Bench(pulled=False)
    assert bench.read(IODIRA, 22) == [0xFF, 0xFF] + [0] * 20
    assert bench.chip.interrupts == (Drive.HIGH, Drive.HIGH), "INTPOL 0: low would be an interrupt"


def test_the_address_goes_on_and_begins_again_after_the_last_register():
    bench = Bench()
    bench.write(OLATA, 0x12, 0x34)
    assert bench.read(OLATA, 4) == [0x12, 0x34, 0xFF, 0xFF]
    bench.write(OLATB, 0x56, 0x7E)
    assert (bench.read(OLATB), bench.read(IODIRA)) == (0x56, 0x7E)


def test_in_byte_mode_the_address_toggles_between_the_ports():
    bench = Bench()
    bench.write(OLATA, 1, 2)
    bench.write(IOCON, SEQOP)
    assert bench.read(OLATA, 5) == [1, 2, 1, 2, 1]


def test_in_bank_1_the_registers_of_a_port_are_together():
    bench = Bench()
    bench.write(IOCON, BANK)
    bench.write(0x0A, 0x81)
    bench.write(0x1A, 0x82)
    assert bench.read(0x05) == BANK
    assert bench.read(0x15) == BANK, "one register for both ports"
    assert bench.read(0x06) == 0xFF
    assert bench.read(0x1A, 2) == [0x82, 0xFF], "after OLATB comes IODIRA"
    bench.write(0x05, 0)
    assert bench.read(OLATA, 2) == [0x81, 0x82]


def test_in_bank_1_and_byte_mode_the_address_stays():
    bench = Bench()
    bench.write(IOCON, BANK | SEQOP)
    bench.write(0x0A, 1, 2, 3)
    assert bench.read(0x0A, 3) == [3, 3, 3]


def test_an_input_is_high_if_pulled_low_if_tied_and_anything_if_neither():
    bench = Bench(pulled=False)
    assert bench.read(GPIOA) == 0
    bench.chip.floating = 0x00F0
    assert bench.read(GPIOA) == 0xF0
    bench.write(GPPUA, 0x0F)
    assert bench.read(GPIOA) == 0xFF
    bench.ground(0)
    bench.ground(4)
    assert bench.read(GPIOA) == 0xEE
    bench.ground(0, False)
    assert bench.read(GPIOA) == 0xEF


def test_ipol_turns_inputs_upside_down_and_outputs_not():
    bench = Bench()
    bench.write(IODIRA, 0x0F)
    bench.write(IPOLA, 0xFF)
    bench.write(OLATA, 0xA0)
    assert bench.read(GPIOA) == 0xA0


def test_writing_gpio_writes_the_latch_of_the_outputs():
    bench = Bench()
    bench.write(IODIRB, 0x00)
    bench.write(GPIOB, 0x5A)
    assert (bench.read(OLATB), bench.read(GPIOB)) == (0x5A, 0x5A)


def test_intf_and_intcap_cannot_be_written_and_iocon_has_no_bit_0():
    bench = Bench()
    bench.write(INTFA, 0xFF, 0xFF, 0xFF, 0xFF)
    assert bench.read(INTFA, 2) == [0, 0]
    bench.write(IOCON, 0x01)
    assert bench.read(IOCON, 2) == [0, 0]


def test_a_change_interrupts_keeps_what_it_caught_and_ends_when_it_is_read():
    bench = Bench()
    bench.write(GPINTENA, 0x02)
    bench.ground(0)
    assert bench.chip.interrupts[0] is Drive.HIGH, "not enabled"
    bench.ground(1)
    assert bench.told == [2]
    assert bench.chip.interrupts == (Drive.LOW, Drive.HIGH), "port A tells on INTA alone"
    bench.ground(1, False)
    bench.ground(2)
    assert bench.read(INTFA) == 0x02
    assert bench.chip.interrupts[0] is Drive.LOW, "it stays until it is read"
    assert bench.read(INTCAPA) == 0xFC, "as it was when the interrupt came"
    assert (bench.chip.interrupts[0], bench.read(INTFA)) == (Drive.HIGH, 0)
    bench.ground(1)
    assert bench.chip.interrupts[0] is Drive.LOW
    assert bench.read(GPIOA) == 0xF8
    assert bench.chip.interrupts[0] is Drive.HIGH


def test_a_pin_that_differs_from_defval_interrupts_for_as_long_as_it_does():
    bench = Bench()
    bench.write(DEFVALA, 0x01)
    bench.write(INTCONA, 0x01)
    bench.write(GPINTENA, 0x01)
    assert bench.read(INTFA) == 0
    bench.ground(0)
    for _ in range(3):
        assert bench.read(GPIOA) == 0xFE
        assert bench.read(INTFA) == 0x01, "read, and there again"
    bench.ground(0, False)
    bench.read(GPIOA)
    assert bench.read(INTFA) == 0


@pytest.mark.parametrize(
    ("iocon", "rest", "pending"),
    [
        (0, (Drive.HIGH, Drive.HIGH), (Drive.HIGH, Drive.LOW)),
        (INTPOL, (Drive.LOW, Drive.LOW), (Drive.LOW, Drive.HIGH)),
        (ODR, (Drive.OPEN, Drive.OPEN), (Drive.OPEN, Drive.LOW)),
        (ODR | INTPOL, (Drive.OPEN, Drive.OPEN), (Drive.OPEN, Drive.LOW)),
        (MIRROR, (Drive.HIGH, Drive.HIGH), (Drive.LOW, Drive.LOW)),
        (MIRROR | ODR, (Drive.OPEN, Drive.OPEN), (Drive.LOW, Drive.LOW)),
    ],
)
def test_int_pins_do_as_iocon_says(iocon, rest, pending):
    bench = Bench()
    bench.write(IOCON, iocon)
    bench.write(GPINTENA, 0x00, 0x01)
    assert bench.chip.interrupts == rest
    bench.ground(8)
    assert bench.chip.interrupts == pending
    bench.read(GPIOB)
    assert bench.chip.interrupts == rest


def test_a_dip_of_the_supply_takes_everything_but_the_switches():
    bench = Bench()
    bench.write(GPINTENA, 0xFF, 0xFF)
    bench.write(IOCON, MIRROR | ODR)
    bench.ground(3)
    bench.chip.power_on()
    assert bench.chip.interrupts == (Drive.HIGH, Drive.HIGH)
    assert bench.read(IODIRA, 18) == [0xFF, 0xFF] + [0] * 16
    bench.write(GPPUA, 0xFF)
    assert bench.read(GPIOA) == 0xF7


@given(data=st.lists(st.tuples(st.integers(0, 0x15), st.integers(0, 255)), max_size=30))
def test_whatever_is_written_in_bank_0_is_read_back_but_where_the_sheet_says_otherwise(data):
    bench = Bench(pulled=False)
    kept = dict.fromkeys(range(0x16), 0) | {IODIRA: 0xFF, IODIRB: 0xFF}
    for register, value in data:
        if register in (IOCON, IOCON + 1):
            value &= 0x5E  # BANK and SEQOP would move the registers
            kept[IOCON] = kept[IOCON + 1] = value
        elif register in (GPIOA, GPIOB):
            kept[register + 2] = value
        elif register not in (INTFA, INTFB, INTCAPA, INTCAPA + 1):
            kept[register] = value
        bench.write(register, value)
    for register in range(0x16):
        if register not in (INTFA, INTFB, INTCAPA, INTCAPA + 1, GPIOA, GPIOB):
            assert bench.read(register) == kept[register], hex(register)


def test_smbus2_messages_reach_it_too():
    smbus2 = pytest.importorskip("smbus2")
    bench = Bench()
    bench.ground(9)
    bench.bus.i2c_rdwr(smbus2.i2c_msg.write(ADDRESS, [OLATA, 7]))
    answer = smbus2.i2c_msg.read(ADDRESS, 3)
    bench.bus.i2c_rdwr(smbus2.i2c_msg.write(ADDRESS, [GPIOA]), answer)
    assert list(answer) == [0xFF, 0xFD, 7]
    bench.bus.write_byte(ADDRESS, OLATA)
    assert bench.bus.read_byte(ADDRESS) == 7
    bench.bus.write_byte_data(ADDRESS, OLATA, 9)
    assert bench.bus.read_byte_data(ADDRESS, OLATA) == 9


def test_nobody_answers_at_another_address_and_blocks_have_an_end():
    bench = Bench()
    with pytest.raises(OSError, match="121"):
        bench.bus.read_byte(0x21)
    with pytest.raises(ValueError, match="33 bytes"):
        bench.read(0, 33)
    with pytest.raises(ValueError, match="256 is no byte"):
        bench.write(0, 256)
