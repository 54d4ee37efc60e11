#include "crc16.h"

/* Eight steps of the division at once, without a table: x^16 = x^12 + x^5 + 1, so the byte that is shifted out comes
 * back at bits 12, 5 and 0, and what that pushes out of bits 12 to 15 (its upper half) comes back once more. In halves,
 * since an AVR shifts words bit by bit. */
uint16_t crc16_add(uint16_t crc, uint8_t byte)
{
	uint8_t out = (uint8_t)(crc >> 8) ^ byte;

	out ^= out >> 4;
	uint8_t upper = (uint8_t)crc ^ (uint8_t)(out << 4) ^ out >> 3;
	uint8_t lower = (uint8_t)(out << 5) ^ out;
	return (uint16_t)(upper << 8 | lower);
}

uint16_t crc16(const uint8_t *bytes, uint8_t count)
{
	uint16_t crc = CRC16_START;

	while (count--)
		crc = crc16_add(crc, *bytes++);
	return crc;
}
