/* The chip: its power, its resets, its time; and what is measured of its program. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <avr_eeprom.h>
#include <sim_elf.h>
#include <sim_interrupts.h>
#include <sim_io.h>

#include "emulator.h"
#include "registers.h"

#define TIMER0_COMPA_VECTOR 14
#define SUPPLY_MV 5000
#define PAINT 0xC5
#define RJMP_TO_ITSELF 0xCFFF

static avr_cycle_count_t beat(avr_t *avr, avr_cycle_count_t when, void *param);

uint64_t board_now(const struct emulator *emulator)
{
	return emulator->base + emulator->avr->cycle;
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

static void let_program_run(struct emulator *emulator)
{
	if (!emulator->hang_at)
		return;
	memcpy(emulator->avr->flash + emulator->hang_at, emulator->hang_was, 2);
	emulator->hang_at = 0;
}

/* Interrupts are served meanwhile, unless the program has them off just then. */
void board_hang(struct emulator *emulator, uint64_t us)
{
	uint8_t *here = emulator->avr->flash + emulator->avr->pc;

	let_program_run(emulator);
	emulator->hang_at = emulator->avr->pc;
	emulator->hang_until = us ? board_now(emulator) + us * CYCLES_PER_US : UINT64_MAX;
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
	memset(emulator->falling, 0, sizeof emulator->falling);
	let_program_run(emulator);
	peripherals_reset(emulator);
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
	uint8_t flags = emulator->avr->data[MCUSR];

	if (cause == CAUSE_POWER) {
		memset(emulator->avr->data + RAM_BEGIN, PAINT, emulator->avr->ramend + 1U - RAM_BEGIN);
		peripherals_lose_power(emulator);
		flags = 0;
	}
	emulator->seen = emulator->avr->cycle;
	avr_reset(emulator->avr);
	keep_time(emulator);
	emulator->avr->data[MCUSR] = flags | (uint8_t)cause;
	settle_after_reset(emulator);
	emulator->held_until = board_now(emulator) + emulator->options.bootloader_us * CYCLES_PER_US;
}

void board_power_off(struct emulator *emulator, uint64_t us)
{
	peripherals_lose_power(emulator);
	emulator->powered = false;
	emulator->power_at = us ? board_now(emulator) + us * CYCLES_PER_US : UINT64_MAX;
}

void board_power_on(struct emulator *emulator)
{
	emulator->powered = true;
	board_reset(emulator, CAUSE_POWER);
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

/* simavr lets the time of the sleep go by; it shall not sleep itself. */
static void do_not_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
	(void)avr;
	the_emulator->figures.slept += 1 + cycles;
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

static void only_errors(avr_t *avr, const int level, const char *format, va_list values)
{
	(void)avr;
	if (level <= LOG_ERROR && level != LOG_OUTPUT)
		vfprintf(stderr, format, values);
}

void board_begin(struct emulator *emulator)
{
	elf_firmware_t firmware = {0};

	program_begin(emulator);
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
	wires_begin(emulator);
	peripherals_begin(emulator);
	registers_on_write(emulator, GPIOR0, end_of_work);
	avr_irq_register_notify(avr_get_interrupt_irq(avr, TIMER0_COMPA_VECTOR), tick, emulator);
	load_eeprom(emulator);
	emulator->powered = true;
}

void board_step(struct emulator *emulator)
{
	avr_t *avr = emulator->avr;

	if (!emulator->powered && board_now(emulator) >= emulator->power_at)
		board_power_on(emulator);
	if (!emulator->powered || board_now(emulator) < emulator->held_until) {
		/* Nothing runs; the time goes by. */
		emulator->base += BYTE_CYCLES;
		serial_beat(emulator);
		return;
	}
	if (emulator->hang_at && board_now(emulator) >= emulator->hang_until)
		let_program_run(emulator);
	/* The flags of resets gather, until the program clears them or the power goes; simavr keeps only the newest. */
	uint8_t flags = avr->data[MCUSR];
	emulator->seen = avr->cycle;
	avr_run(avr);
	keep_time(emulator);
	if (emulator->was_reset) {
		avr->data[MCUSR] |= flags;
		settle_after_reset(emulator);
	}
	if (avr->state == cpu_Done || avr->state == cpu_Crashed)
		fail("the program has crashed at 0x%x", avr->pc);
	wires_happen(emulator);
}
