#include "frames.h"

#include "cobs.h"
#include "crc16.h"

/* A frame that grows: its body behind the byte that the encoding adds in front. */
struct growing {
	uint8_t *frame;
	uint8_t count; /* of the body */
};

static void add8(struct growing *body, uint8_t number)
{
	body->frame[++body->count] = number;
}

static void add16(struct growing *body, uint16_t number)
{
	add8(body, (uint8_t)number);
	add8(body, (uint8_t)(number >> 8));
}

static struct growing begin(uint8_t *frame, enum frame_type type, uint8_t sequence)
{
	struct growing body = {frame, 0};

	add8(&body, (uint8_t)type);
	add8(&body, sequence);
	return body;
}

static uint8_t finish(struct growing *body)
{
	add16(body, crc16(body->frame + 1, body->count));
	cobs_encode(body->frame, body->count);
	body->frame[body->count + 1] = 0;
	return body->count + 2;
}

uint8_t frame_hello(uint8_t *frame, const struct hello *hello)
{
	struct growing body = begin(frame, HELLO, 0);

	add8(&body, PROTOCOL);
	add8(&body, FIRMWARE_MAJOR);
	add8(&body, FIRMWARE_MINOR);
	add8(&body, ROWS);
	add8(&body, COLUMNS);
	add8(&body, hello->reset_cause);
	add16(&body, hello->configuration_crc);
	return finish(&body);
}

uint8_t frame_snapshot(uint8_t *frame, uint8_t sequence, const struct snapshot *snapshot)
{
	struct growing body = begin(frame, SNAPSHOT, sequence);

	add16(&body, snapshot->changes);
	add8(&body, snapshot->flags);
	for (uint8_t row = 0; row < ROWS; row++)
		add16(&body, snapshot->rows[row]);
	return finish(&body);
}

uint8_t frame_stats(uint8_t *frame, const struct stats *stats)
{
	struct growing body = begin(frame, STATS, 0);

	add16(&body, (uint16_t)stats->uptime_ms);
	add16(&body, (uint16_t)(stats->uptime_ms >> 16));
	add16(&body, stats->scans_late);
	add16(&body, stats->frames_bad);
	add16(&body, stats->longest_bounce);
	return finish(&body);
}

enum heard frame_hear(struct hearing *hearing, uint8_t byte, uint8_t *count)
{
	if (byte) {
		if (hearing->count < HEARD_MAX)
			hearing->bytes[hearing->count] = byte;
		if (hearing->count <= HEARD_MAX)
			hearing->count++;
		return HEARD_NOTHING;
	}
	uint8_t encoded = hearing->count;
	hearing->count = 0;
	if (encoded == 0)
		return HEARD_NOTHING; /* a zero before a frame is as good as one after it */
	if (encoded > HEARD_MAX)
		return HEARD_BAD;
	uint8_t decoded = cobs_decode(hearing->bytes, encoded);
	if (decoded < 4)
		return HEARD_BAD;
	uint8_t covered = decoded - 2;
	uint16_t said = (uint16_t)(hearing->bytes[covered] | (uint16_t)hearing->bytes[covered + 1] << 8);
	if (crc16(hearing->bytes, covered) != said)
		return HEARD_BAD;
	*count = covered - 2;
	return HEARD_GOOD;
}
