#include "cobs.h"

void cobs_encode(uint8_t *frame, uint8_t count)
{
	uint8_t distance = 1; /* to the next zero, or to the end */

	for (; count; count--) {
		if (frame[count]) {
			distance++;
		} else {
			frame[count] = distance;
			distance = 1;
		}
	}
	frame[0] = distance;
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
