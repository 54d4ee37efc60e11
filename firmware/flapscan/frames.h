/* The frames of the serial link, version 1: 115200 8N1, COBS, a zero after each frame.
 *
 * A body is type, sequence, payload, CRC-16 of all these; numbers are little-endian. docs/scanner.md has them byte by
 * byte.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

#define PROTOCOL 1

enum frame_type {
	HELLO = 0x01,
	SNAPSHOT = 0x02,
	STATS = 0x03,
	WELCOME = 0x11,
	ACK = 0x12,
	CONFIG = 0x13,
	PING = 0x14,
};

enum snapshot_flag {
	FLAG_OVERFLOW = 1,
	FLAG_BUTTON = 2,
	FLAG_FIRST = 4,
};

#define SNAPSHOT_PAYLOAD (3 + 2 * ROWS)
#define BODY_MAX (2 + 3 + 2 * MAX_ROWS + 2) /* a SNAPSHOT of six rows */
#define FRAME_MAX (1 + BODY_MAX + 1)        /* encoded, with the zero after it */
#define HEARD_MAX 9                         /* the longest of the host's frames, CONFIG, encoded */

struct hello {
	uint8_t reset_cause;
	uint16_t configuration_crc;
};

struct snapshot {
	uint16_t changes;
	uint8_t flags;
	uint16_t rows[ROWS];
};

struct stats {
	uint32_t uptime_ms;
	uint16_t scans_late;
	uint16_t frames_bad;
	uint16_t longest_bounce; /* 100 us */
};

/* A whole frame for the wire into `frame`, which has room for FRAME_MAX; returns its bytes. */
uint8_t frame_hello(uint8_t *frame, const struct hello *hello);
uint8_t frame_snapshot(uint8_t *frame, uint8_t sequence, const struct snapshot *snapshot);
uint8_t frame_stats(uint8_t *frame, const struct stats *stats);

/* Gathers what is heard until a zero ends it. */
struct hearing {
	uint8_t count; /* HEARD_MAX + 1 for what is too long to be a frame */
	uint8_t bytes[HEARD_MAX];
};

enum heard {
	HEARD_NOTHING, /* yet */
	HEARD_GOOD,    /* a frame, decoded, begins at bytes[0]; its payload has `count` bytes and begins at bytes[2] */
	HEARD_BAD,
};

enum heard frame_hear(struct hearing *hearing, uint8_t byte, uint8_t *count);

#endif
