/* The scanner's end of the serial link: who says what when. No clock and no port of its own.
 *
 * It greets until it is welcomed. Then it tells pictures, one at a time: each is repeated, the same bytes, until it is
 * acknowledged, and only then comes the next. What happened meanwhile is in the next picture, or, where a contact went
 * and came back, in its overflow flag. A whole press is told in two pictures instead: nobody presses twice because of a
 * wire.
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "frames.h"
#include "settings.h"

#define HELLO_EVERY_MS 500
#define REPEAT_EVERY_MS 50     /* a picture that nobody acknowledged */
#define HEARTBEAT_EVERY_MS 250 /* the last picture, acknowledged or not */
#define STATS_EVERY_MS 5000
/* Nobody acknowledges and nobody says anything else: the host has gone, and whoever comes wants a greeting. The host
 * takes as long to find the link down. */
#define FORSAKEN_AFTER_MS 2000

/* What STATS says as the longest bounce while some contact never comes to rest. */
#define NEVER_RESTS UINT16_MAX

/* What the contacts are at now. */
struct picture {
	uint16_t rows[ROWS];
	bool button;
	uint16_t changes; /* of flaps, since reset, wrapping */
	uint16_t presses; /* changes of the button, likewise */
};

/* How the scanner fares. */
struct health {
	uint16_t scans_late;
	uint8_t longest_bounce_ms;
	bool humming; /* some contact never comes to rest */
};

struct link {
	struct settings *settings;
	uint32_t now;
	uint16_t said_at;  /* the last HELLO or SNAPSHOT; the low half of `now` suffices for all of these */
	uint16_t heard_at; /* the last good frame */
	uint16_t stats_at;
	uint16_t frames_bad;
	uint8_t reset_cause;
	uint8_t lamps;
	uint8_t sequence;
	bool welcomed;
	bool hello_due;    /* whatever the time */
	bool snapshot_due; /* likewise */
	bool first;        /* the next picture is the first after a greeting */
	bool unacknowledged;
	struct snapshot told;
	uint16_t presses_told;
	struct hearing hearing;
};

void link_begin(struct link *link, struct settings *settings, uint8_t reset_cause);

/* A byte from the host. */
void link_hear(struct link *link, uint8_t byte);

/* To be called every millisecond, after what was heard: says what is due. */
void link_tick(struct link *link, uint32_t now_ms, const struct picture *picture, const struct health *health);

#endif
