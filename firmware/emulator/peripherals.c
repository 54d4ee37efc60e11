/* What simavr's ADC and EEPROM lack: the time that they take.
 *
 * simavr's ADC knows the button's level whenever it is asked, conversion or not, and its EEPROM writes at once. Figures are
 * the ATmega328P's data sheet's.
 */
#include <string.h>

#include <avr_eeprom.h>
#include <sim_cycle_timers.h>
#include <sim_io.h>

#include "emulator.h"
#include "registers.h"

#define EEPROM_WRITE_US 3400
#define ERASED 0xFF
enum { EERE = 1 << 0, EEPE = 1 << 1, EEMPE = 1 << 2 }; /* of EECR */
enum { ADEN = 1 << 7, ADSC = 1 << 6 };                 /* of ADCSRA */
#define CONVERSION_CLOCKS 13
#define FIRST_CONVERSION_CLOCKS 25

static struct {
	avr_io_write_t function;
	void *param;
} simavrs[ADCSRA + 1];

void registers_on_write(struct emulator *emulator, avr_io_addr_t address, avr_io_write_t ours)
{
	avr_t *avr = emulator->avr;

	simavrs[address].function = avr->io[AVR_DATA_TO_IO(address)].w.c;
	simavrs[address].param = avr->io[AVR_DATA_TO_IO(address)].w.param;
	avr->io[AVR_DATA_TO_IO(address)].w.c = ours;
	avr->io[AVR_DATA_TO_IO(address)].w.param = emulator;
}

void registers_on_read(struct emulator *emulator, avr_io_addr_t address, avr_io_read_t ours)
{
	emulator->avr->io[AVR_DATA_TO_IO(address)].r.c = ours;
	emulator->avr->io[AVR_DATA_TO_IO(address)].r.param = emulator;
}

void registers_write(struct emulator *emulator, avr_io_addr_t address, uint8_t value)
{
	if (simavrs[address].function)
		simavrs[address].function(emulator->avr, address, value, simavrs[address].param);
	else
		emulator->avr->data[address] = value;
}

/* Takes over what has been converted. */
static void convert(struct emulator *emulator)
{
	struct adc *adc = &emulator->adc;

	if (adc->ready_at && board_now(emulator) >= adc->ready_at) {
		adc->result = adc->sampled;
		adc->ready_at = 0;
		adc->conversions++;
	}
}

static void write_adcsra(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;
	struct adc *adc = &emulator->adc;

	(void)avr;
	registers_write(emulator, address, value);
	convert(emulator);
	if (!(value & ADEN) || !(value & ADSC) || adc->ready_at)
		return;
	unsigned clocks = adc->conversions ? CONVERSION_CLOCKS : FIRST_CONVERSION_CLOCKS;
	unsigned divisor = 1U << ((value & 7) ? value & 7 : 1);
	adc->ready_at = board_now(emulator) + (uint64_t)clocks * divisor;
	/* The first one after the reference was chosen "may be inaccurate": the worst is made of it. */
	adc->sampled = emulator->pressed || !adc->conversions ? 0 : UINT8_MAX;
}

static uint8_t read_adch(avr_t *avr, avr_io_addr_t address, void *param)
{
	struct emulator *emulator = param;

	convert(emulator);
	return avr->data[address] = emulator->adc.result;
}

static avr_cycle_count_t eeprom_ready(avr_t *avr, avr_cycle_count_t when, void *param)
{
	struct emulator *emulator = param;

	(void)when;
	avr->data[EECR] &= (uint8_t)~EEPE;
	emulator->eeprom_ready_at = 0;
	return 0;
}

static void eeprom_is_busy(struct emulator *emulator)
{
	emulator->avr->data[EECR] |= EEPE;
	avr_cycle_timer_register(emulator->avr, emulator->eeprom_ready_at - board_now(emulator), eeprom_ready, emulator);
}

static void write_eecr(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
	struct emulator *emulator = param;
	bool writes = value & EEPE && avr->data[EECR] & EEMPE;

	if (emulator->eeprom_ready_at) {
		if (writes || value & EERE)
			fail("the EEPROM is used while it still writes");
		registers_write(emulator, address, value & (uint8_t)~EEPE);
		avr->data[EECR] |= EEPE;
		return;
	}
	registers_write(emulator, address, value);
	if (!writes)
		return;
	emulator->figures.eeprom_writes++;
	emulator->eeprom_address = (uint16_t)((avr->data[EEARL] | avr->data[EEARL + 1] << 8) % EEPROM_BYTES);
	emulator->eeprom_ready_at = board_now(emulator) + EEPROM_WRITE_US * CYCLES_PER_US;
	eeprom_is_busy(emulator);
}

/* A byte that is being written is erased first. */
void peripherals_lose_power(struct emulator *emulator)
{
	if (emulator->eeprom_ready_at)
		emulator->eeprom[emulator->eeprom_address] = ERASED;
	emulator->eeprom_ready_at = 0;
}

void peripherals_reset(struct emulator *emulator)
{
	emulator->adc = (struct adc){0};
	/* Only the want of power ends a write. */
	if (emulator->eeprom_ready_at > board_now(emulator))
		eeprom_is_busy(emulator);
	else
		emulator->eeprom_ready_at = 0;
}

void peripherals_begin(struct emulator *emulator)
{
	registers_on_write(emulator, ADCSRA, write_adcsra);
	registers_on_read(emulator, ADCH, read_adch);
	registers_on_write(emulator, EECR, write_eecr);
}
