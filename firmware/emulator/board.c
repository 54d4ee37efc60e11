/* The chip and what is soldered to it: see firmware/flapscan/hal_avr.c for the wiring. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avr_adc.h>
#include <avr_eeprom.h>
#include <sim_elf.h>
#include <sim_interrupts.h>
#include <sim_io.h>

#include "emulator.h"

/* Addresses in the ATmega328P's data space. */
enum {
	PINB = 0x23, DDRB, PORTB, PINC, DDRC, PORTC, PIND, DDRD, PORTD,
	GPIOR0 = 0x3E,
	MCUSR = 0x54,
	RAM_BEGIN = 0x100,
};
#define TIMER0_COMPA_VECTOR 14
#define LED_ROW 5
#define SUPPLY_MV 5000
#define PAINT 0xC5
#define RJMP_TO_ITSELF 0xCFFF

static struct {
	avr_io_write_t function;
	void *param;
} port_writes[PORTD + 1];

static avr_cycle_count_t beat(avr_t *avr, avr_cycle_count_t when, void *param);

uint64_t board_now(const struct emulator *emulator)
{
	return emulator->base + emulator->avr->cycle;
}

static bool row_is_low(const struct emulator *emulator, uint8_t row)
{
	const uint8_t *data = emulator->avr->data;

	if (data[DDRB] >> row & 1)
		return !(data[PORTB] >> row & 1);
	/* Through the LED on D13 a column comes down to about 2 V: neither high nor low. The worst is made of it. */
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

static void note_rising(struct emulator *emulator, uint16_t before)
{
	uint16_t let_go = before & (uint16_t)~all_pulled(emulator);

	for (uint8_t column = 0; column < COLUMNS; column++)
		if (let_go >> column & 1)
			emulator->rising[column] = board_now(emulator);
}

static void happen(struct emulator *emulator)
{
	struct event event;

	while (events_take(&emulator->events, board_now(emulator), &event)) {
		if (event.row == BUTTON) {
			emulator->pressed = event.closed;
			board_button(emulator);
			continue;
		}
		uint16_t before = all_pulled(emulator);
		if (event.closed)
			emulator->closed[event.row] |= (uint16_t)(1 << event.column);
		else
			emulator->closed[event.row] &= (uint16_t)~(1 << event.column);
		note_rising(emulator, before);
	}
}

static bool line_is_high(struct emulator *emulator, avr_io_addr_t pin, uint8_t bit, int column)
{
	const uint8_t *data = emulator->avr->data;

	if (data[pin + 1] >> bit & 1) /* the direction register */
		return data[pin + 2] >> bit & 1;
	if (column < 0)
		return true;
	/* Without its pull-up a line floats, and the worst is made of that, too. */
	if (!(data[pin + 2] >> bit & 1) || pulled_low(emulator, (uint8_t)column))
		return false;
	uint64_t risen = emulator->rising[column] + emulator->options.rise_us * CYCLES_PER_US;
	return emulator->rising[column] == 0 || board_now(emulator) >= risen;
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

	happen(emulator);
	for (uint8_t bit = 0; bit < 8; bit++)
		read |= (uint8_t)(line_is_high(emulator, pin, bit, column_at(pin, bit)) << bit);
	avr->data[pin] = read;
	return read;
}

static void write_rows(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;
	uint16_t before = all_pulled(emulator);

	port_writes[address].function(avr, address, value, port_writes[address].param);
	note_rising(emulator, before);
}

/* A column that is driven high has not to rise by its pull-up. */
static void write_columns(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;

	port_writes[address].function(avr, address, value, port_writes[address].param);
	for (uint8_t bit = 0; bit < 8; bit++) {
		int column = column_at(address - 1, bit);

		if (column < 0 || !((value & avr->data[address + 1]) >> bit & 1))
			continue;
		if (pulled_low(emulator, (uint8_t)column))
			fail("column %d is driven high while a row pulls it down: a short circuit", column + 1);
		emulator->rising[column] = 0;
	}
}

static void end_of_work(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;

	avr->data[address] = value;
	if (!emulator->tick_at)
		return;
	uint64_t took = board_now(emulator) - emulator->tick_at;
	emulator->tick_at = 0;
	emulator->figures.loops++;
	emulator->figures.busy += took;
	if (took > emulator->figures.worst_loop)
		emulator->figures.worst_loop = took;
}

static void tick(struct avr_irq_t *irq, uint32_t pending, void *param)
{
	struct emulator *emulator = param;

	(void)irq;
	if (pending && !emulator->tick_at)
		emulator->tick_at = board_now(emulator);
}

void board_button(struct emulator *emulator)
{
	avr_raise_irq(emulator->adc_in, emulator->pressed ? 0 : SUPPLY_MV);
}

static void let_program_run(struct emulator *emulator)
{
	if (!emulator->hang_at)
		return;
	memcpy(emulator->avr->flash + emulator->hang_at, emulator->hang_was, 2);
	emulator->hang_at = 0;
}

void board_hang(struct emulator *emulator)
{
	uint8_t *here = emulator->avr->flash + emulator->avr->pc;

	let_program_run(emulator);
	emulator->hang_at = emulator->avr->pc;
	memcpy(emulator->hang_was, here, 2);
	here[0] = RJMP_TO_ITSELF & 0xFF;
	here[1] = RJMP_TO_ITSELF >> 8;
}

/* The chip's own hook for resets has no parameter of ours. */
static struct emulator *the_emulator;
static void (*reset_of_chip)(avr_t *avr);

static void after_reset(avr_t *avr)
{
	if (reset_of_chip)
		reset_of_chip(avr);
	the_emulator->was_reset = true;
}

static void settle_after_reset(struct emulator *emulator)
{
	emulator->was_reset = false;
	emulator->figures.resets++;
	emulator->tick_at = 0;
	memset(emulator->rising, 0, sizeof emulator->rising);
	let_program_run(emulator);
	board_button(emulator);
	avr_cycle_timer_register(emulator->avr, BYTE_CYCLES, beat, emulator);
}

/* simavr may begin to count anew with a reset. */
static void keep_time(struct emulator *emulator)
{
	if (emulator->avr->cycle < emulator->seen)
		emulator->base += emulator->seen;
	emulator->seen = emulator->avr->cycle;
}

void board_reset(struct emulator *emulator, enum cause cause)
{
	if (cause == CAUSE_POWER)
		memset(emulator->avr->data + RAM_BEGIN, PAINT, emulator->avr->ramend + 1U - RAM_BEGIN);
	emulator->seen = emulator->avr->cycle;
	avr_reset(emulator->avr);
	keep_time(emulator);
	emulator->avr->data[MCUSR] = (uint8_t)cause;
	settle_after_reset(emulator);
	emulator->held_until = board_now(emulator) + emulator->options.bootloader_us * CYCLES_PER_US;
}

size_t board_stack(const struct emulator *emulator)
{
	const uint8_t *data = emulator->avr->data;
	size_t untouched = 0, lowest = emulator->avr->ramend + 1U;

	for (size_t at = emulator->avr->ramend; at >= RAM_BEGIN && untouched < 64; at--) {
		if (data[at] == PAINT) {
			untouched++;
		} else {
			untouched = 0;
			lowest = at;
		}
	}
	return emulator->avr->ramend + 1U - lowest;
}

uint8_t board_lit(const struct emulator *emulator, char port)
{
	avr_io_addr_t pin = (avr_io_addr_t)(PINB + 3 * (port - 'B'));

	return emulator->avr->data[pin + 1] & emulator->avr->data[pin + 2];
}

static avr_cycle_count_t beat(avr_t *avr, avr_cycle_count_t when, void *param)
{
	(void)avr;
	serial_beat(param);
	return when + BYTE_CYCLES;
}

static void do_not_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
	(void)avr;
	(void)cycles;
}

static void load_eeprom(struct emulator *emulator)
{
	avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = sizeof emulator->eeprom_stored};

	avr_ioctl(emulator->avr, AVR_IOCTL_EEPROM_GET, &all);
	if (!all.ee)
		fail("this simavr does not hand out its EEPROM");
	emulator->eeprom = all.ee;
	memset(emulator->eeprom, 0xFF, all.size);
	FILE *file = emulator->options.eeprom ? fopen(emulator->options.eeprom, "rb") : NULL;
	if (file) {
		if (fread(emulator->eeprom, 1, all.size, file) != all.size)
			fail("%s is no EEPROM: it has less than %u bytes", emulator->options.eeprom, (unsigned)all.size);
		fclose(file);
	}
	memcpy(emulator->eeprom_stored, emulator->eeprom, all.size);
}

void board_store_eeprom(struct emulator *emulator)
{
	size_t size = sizeof emulator->eeprom_stored;

	if (!emulator->options.eeprom || memcmp(emulator->eeprom, emulator->eeprom_stored, size) == 0)
		return;
	FILE *file = fopen(emulator->options.eeprom, "wb");
	if (!file || fwrite(emulator->eeprom, 1, size, file) != size || fclose(file) != 0)
		fail("cannot write the EEPROM to %s", emulator->options.eeprom);
	memcpy(emulator->eeprom_stored, emulator->eeprom, size);
}

static void wrap_write(struct emulator *emulator, avr_io_addr_t address, avr_io_write_t ours)
{
	avr_t *avr = emulator->avr;

	port_writes[address].function = avr->io[AVR_DATA_TO_IO(address)].w.c;
	port_writes[address].param = avr->io[AVR_DATA_TO_IO(address)].w.param;
	avr->io[AVR_DATA_TO_IO(address)].w.c = ours;
	avr->io[AVR_DATA_TO_IO(address)].w.param = emulator;
}

static void only_errors(avr_t *avr, const int level, const char *format, va_list values)
{
	(void)avr;
	if (level <= LOG_ERROR && level != LOG_OUTPUT)
		vfprintf(stderr, format, values);
}

void board_begin(struct emulator *emulator)
{
	elf_firmware_t firmware = {0};

	avr_global_logger_set(only_errors);
	if (elf_read_firmware(emulator->options.elf, &firmware) != 0)
		fail("cannot read the program %s", emulator->options.elf);
	avr_t *avr = emulator->avr = avr_make_mcu_by_name("atmega328p");
	if (!avr)
		fail("this simavr knows no atmega328p");
	avr_init(avr);
	avr->log = LOG_ERROR;
	avr->frequency = CYCLES_PER_US * 1000000;
	avr_load_firmware(avr, &firmware);
	avr->frequency = CYCLES_PER_US * 1000000;
	avr->vcc = avr->avcc = avr->aref = SUPPLY_MV;
	avr->sleep = do_not_sleep;
	the_emulator = emulator;
	reset_of_chip = avr->reset;
	avr->reset = after_reset;
	static const avr_io_addr_t pins[] = {PINB, PINC, PIND};
	for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
		avr->io[AVR_DATA_TO_IO(pins[i])].r.c = read_pins;
		avr->io[AVR_DATA_TO_IO(pins[i])].r.param = emulator;
	}
	wrap_write(emulator, DDRB, write_rows);
	wrap_write(emulator, PORTB, write_rows);
	wrap_write(emulator, DDRC, write_columns);
	wrap_write(emulator, DDRD, write_columns);
	avr_register_io_write(avr, GPIOR0, end_of_work, emulator);
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER0_COMPA_VECTOR), tick, emulator);
	emulator->adc_in = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC6);
	load_eeprom(emulator);
	emulator->powered = true;
}

void board_step(struct emulator *emulator)
{
	avr_t *avr = emulator->avr;

	if (!emulator->powered || board_now(emulator) < emulator->held_until) {
		/* Nothing runs; the time goes by. */
		emulator->base += BYTE_CYCLES;
		serial_beat(emulator);
		return;
	}
	emulator->seen = avr->cycle;
	avr_run(avr);
	keep_time(emulator);
	if (emulator->was_reset)
		settle_after_reset(emulator);
	if (avr->state == cpu_Done || avr->state == cpu_Crashed)
		fail("the program has crashed at 0x%x", avr->pc);
	happen(emulator);
}
