/* How many bits are one: of a whole row at once, for all its contacts may change in one scan. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

static inline uint8_t ones_in_byte(uint8_t bits)
{
	bits = (uint8_t)(bits - (bits >> 1 & 0x55));
	bits = (uint8_t)((bits & 0x33) + (bits >> 2 & 0x33));
	return (uint8_t)(bits + (bits >> 4)) & 0x0F;
}

static inline uint8_t ones(uint16_t bits)
{
	return (uint8_t)(ones_in_byte((uint8_t)bits) + ones_in_byte((uint8_t)(bits >> 8)));
}

#endif
