#include "cobs.h"

uint8_t cobs_encode(uint8_t *out, const uint8_t *body, uint8_t count)
{
	uint8_t *distance = out; /* where the number of bytes up to the next zero goes */
	uint8_t *next = out + 1;

	*distance = 1;
	while (count--) {
		uint8_t byte = *body++;

		if (byte) {
			*next++ = byte;
			++*distance;
		} else {
			distance = next++;
			*distance = 1;
		}
	}
	return (uint8_t)(next - out);
}

uint8_t cobs_decode(uint8_t *bytes, uint8_t count)
{
	uint8_t read = 0, written = 0;

	while (read < count) {
		uint8_t distance = bytes[read++];

		if (distance == 0 || distance - 1 > count - read)
			return 0;
		while (--distance) {
			if (bytes[read] == 0)
				return 0;
			bytes[written++] = bytes[read++];
		}
		if (read < count)
			bytes[written++] = 0;
	}
	return written;
}
