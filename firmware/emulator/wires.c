/* Rows, columns and what hangs on them: see firmware/flapscan/hal_avr.c for the wiring.
 *
 * Wherever a level is neither high nor low, the worst is made of it. A column that is let go rises by its pull-up; one
 * that is pulled down falls by way of a diode and a pin; one that is driven high is so only after CHARGE_CYCLES. Not
 * modelled: cross-talk between wires, contacts that have resistance, the synchroniser of the chip's pins.
 */
#include "emulator.h"
#include "registers.h"

#define LED_ROW 5
/* Half of what a program gives it that drives a microsecond: enough for 50 Ohm and ten metres of wire ten times. */
#define CHARGE_CYCLES 10

static bool row_is_low(const struct emulator *emulator, uint8_t row)
{
	const uint8_t *data = emulator->avr->data;

	if (data[DDRB] >> row & 1)
		return !(data[PORTB] >> row & 1);
	/* Through the LED on D13 a column comes down to about 2 V. */
	return row == LED_ROW && emulator->options.led;
}

static bool pulled_low(const struct emulator *emulator, uint8_t column)
{
	for (uint8_t row = 0; row < ROWS; row++)
		if (emulator->closed[row] >> column & 1 && row_is_low(emulator, row))
			return true;
	return false;
}

static uint16_t all_pulled(const struct emulator *emulator)
{
	uint16_t pulled = 0;

	for (uint8_t column = 0; column < COLUMNS; column++)
		pulled |= (uint16_t)(pulled_low(emulator, column) << column);
	return pulled;
}

static void note_edges(struct emulator *emulator, uint16_t before)
{
	uint16_t after = all_pulled(emulator);

	for (uint8_t column = 0; column < COLUMNS; column++) {
		if ((before & ~after) >> column & 1)
			emulator->rising[column] = board_now(emulator);
		if ((after & ~before) >> column & 1)
			emulator->falling[column] = board_now(emulator);
	}
}

void wires_happen(struct emulator *emulator)
{
	struct event event;

	while (events_take(&emulator->events, board_now(emulator), &event)) {
		if (event.row == BUTTON) {
			emulator->pressed = event.closed;
			continue;
		}
		uint16_t before = all_pulled(emulator);
		if (event.closed)
			emulator->closed[event.row] |= (uint16_t)(1 << event.column);
		else
			emulator->closed[event.row] &= (uint16_t)~(1 << event.column);
		note_edges(emulator, before);
	}
}

static bool line_is_high(struct emulator *emulator, avr_io_addr_t pin, uint8_t bit, int column)
{
	const uint8_t *data = emulator->avr->data;
	uint64_t now = board_now(emulator);

	if (data[pin + 1] >> bit & 1) /* the direction register */
		return data[pin + 2] >> bit & 1;
	if (column < 0)
		return true;
	/* Without its pull-up a line floats. */
	if (!(data[pin + 2] >> bit & 1))
		return false;
	if (pulled_low(emulator, (uint8_t)column))
		return now < emulator->falling[column] + emulator->options.fall_us * CYCLES_PER_US;
	return emulator->rising[column] == 0 ||
	       now >= emulator->rising[column] + emulator->options.rise_us * CYCLES_PER_US;
}

static int column_at(avr_io_addr_t pin, uint8_t bit)
{
	if (pin == PIND && bit >= 2)
		return bit - 2;
	if (pin == PINC && bit < 6)
		return bit + 6;
	return -1;
}

static uint8_t read_pins(avr_t *avr, avr_io_addr_t pin, void *param)
{
	struct emulator *emulator = param;
	uint8_t read = 0;

	wires_happen(emulator);
	for (uint8_t bit = 0; bit < 8; bit++)
		read |= (uint8_t)(line_is_high(emulator, pin, bit, column_at(pin, bit)) << bit);
	avr->data[pin] = read;
	return read;
}

static void write_rows(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;
	uint16_t before = all_pulled(emulator);

	(void)avr;
	registers_write(emulator, address, value);
	note_edges(emulator, before);
}

static void write_columns(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;
	uint8_t driven = avr->data[address] & avr->data[address + 1];

	registers_write(emulator, address, value);
	uint8_t drives = value & avr->data[address + 1];
	for (uint8_t bit = 0; bit < 8; bit++) {
		int column = column_at(address - 1, bit);

		if (column < 0)
			continue;
		bool was = driven >> bit & 1, is = drives >> bit & 1;
		if (is && pulled_low(emulator, (uint8_t)column))
			fail("column %d is driven high while a row pulls it down: a short circuit", column + 1);
		if (is && !was)
			emulator->driven[column] = board_now(emulator);
		else if (was && !is && board_now(emulator) - emulator->driven[column] >= CHARGE_CYCLES)
			emulator->rising[column] = 0;
	}
}

void wires_begin(struct emulator *emulator)
{
	static const avr_io_addr_t pins[] = {PINB, PINC, PIND};

	for (size_t i = 0; i < sizeof pins / sizeof *pins; i++)
		registers_on_read(emulator, pins[i], read_pins);
	registers_on_write(emulator, DDRB, write_rows);
	registers_on_write(emulator, PORTB, write_rows);
	registers_on_write(emulator, DDRC, write_columns);
	registers_on_write(emulator, DDRD, write_columns);
}
