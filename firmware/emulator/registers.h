/* Addresses in the ATmega328P's data space, and hooks on what stands there. */
#ifndef REGISTERS_H
#define REGISTERS_H

#include "emulator.h"

enum {
	PINB = 0x23, DDRB, PORTB, PINC, DDRC, PORTC, PIND, DDRD, PORTD,
	GPIOR0 = 0x3E,
	EECR = 0x3F,
	EEARL = 0x41,
	MCUSR = 0x54,
	ADCH = 0x79,
	ADCSRA = 0x7A,
	RAM_BEGIN = 0x100,
};

/* `ours` is called instead of what simavr has there, if anything; registers_write calls that. */
void registers_on_write(struct emulator *emulator, avr_io_addr_t address, avr_io_write_t ours);
void registers_on_read(struct emulator *emulator, avr_io_addr_t address, avr_io_read_t ours);
void registers_write(struct emulator *emulator, avr_io_addr_t address, uint8_t value);

#endif
