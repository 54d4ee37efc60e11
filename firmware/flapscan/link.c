#include "link.h"

#include <string.h>

#include "bits.h"
#include "hal.h"

void link_begin(struct link *link, struct settings *settings, uint8_t reset_cause)
{
	memset(link, 0, sizeof *link);
	link->settings = settings;
	link->reset_cause = reset_cause;
	link->hello_due = true;
	/* Whatever the boot loader said stands before our first frame: a zero ends it. */
	hal_send((const uint8_t[]){0}, 1);
}

static void greet(struct link *link)
{
	link->welcomed = false;
	link->hello_due = true;
}

static void welcome(struct link *link)
{
	if (!link->welcomed)
		link->stats_at = (uint16_t)link->now;
	link->welcomed = true;
	link->hello_due = false;
	if (link->unacknowledged && link->told.flags & FLAG_FIRST) {
		/* Welcomed twice: what is on its way is what is wanted. */
		link->snapshot_due = true;
	} else {
		link->first = true;
		link->unacknowledged = false;
	}
}

/* True for what the host says in this protocol, with as much payload as it has. */
static bool obey(struct link *link, uint8_t count)
{
	const uint8_t *payload = link->hearing.bytes + 2;

	switch (link->hearing.bytes[0]) {
	case WELCOME:
		if (count != 1 || payload[0] != PROTOCOL)
			return false;
		welcome(link);
		return true;
	case ACK:
		if (count != 1)
			return false;
		if (payload[0] == link->sequence)
			link->unacknowledged = false;
		return true;
	case CONFIG:
		if (count != 4 || !settings_change(link->settings, payload[0]))
			return false;
		link->lamps = payload[1];
		return true;
	case PING:
		if (count != 0)
			return false;
		greet(link);
		return true;
	default:
		return false;
	}
}

void link_hear(struct link *link, uint8_t byte)
{
	uint8_t count = 0;
	enum heard heard = frame_hear(&link->hearing, byte, &count);

	if (heard == HEARD_NOTHING)
		return;
	if (heard == HEARD_GOOD && obey(link, count))
		link->heard_at = (uint16_t)link->now;
	else if (link->frames_bad != UINT16_MAX)
		link->frames_bad++;
}

static uint16_t since(const struct link *link, uint16_t then)
{
	return (uint16_t)((uint16_t)link->now - then);
}

static void say_hello(struct link *link)
{
	const struct hello hello = {link->reset_cause, settings_crc(link->settings)};
	uint8_t frame[FRAME_MAX];

	if (hal_send(frame, frame_hello(frame, &hello))) {
		link->hello_due = false;
		link->said_at = (uint16_t)link->now;
	}
}

static uint8_t differing(const struct link *link, const struct picture *picture)
{
	uint8_t count = 0;

	for (uint8_t row = 0; row < ROWS; row++)
		count += ones(link->told.rows[row] ^ picture->rows[row]);
	return count;
}

/* Takes the picture to be told next. */
static void take(struct link *link, const struct picture *picture)
{
	uint16_t moved = (uint16_t)(picture->changes - link->told.changes);
	uint16_t pressed = (uint16_t)(picture->presses - link->presses_told);
	bool button = picture->button;
	uint8_t flags = 0;

	link->presses_told = picture->presses;
	if (link->first) {
		flags = FLAG_FIRST;
	} else {
		if (pressed && !(pressed & 1)) {
			/* It went and came back: what was in between comes first, and then, as one more change, how it is. */
			button = !button;
			link->presses_told--;
		}
		if (moved != differing(link, picture) || pressed > 2)
			flags = FLAG_OVERFLOW;
	}
	if (button)
		flags |= FLAG_BUTTON;
	link->told.changes = picture->changes;
	link->told.flags = flags;
	memcpy(link->told.rows, picture->rows, sizeof link->told.rows);
	link->sequence++;
	link->first = false;
	link->unacknowledged = true;
	link->snapshot_due = true;
}

static void say_snapshot(struct link *link)
{
	uint8_t frame[FRAME_MAX];

	if (hal_send(frame, frame_snapshot(frame, link->sequence, &link->told))) {
		link->snapshot_due = false;
		link->said_at = (uint16_t)link->now;
	}
}

static void say_stats(struct link *link, const struct health *health)
{
	const struct stats stats = {
		link->now,
		health->scans_late,
		link->frames_bad,
		health->humming ? NEVER_RESTS : (uint16_t)(health->longest_bounce_ms * 10U),
	};
	uint8_t frame[FRAME_MAX];

	if (hal_send(frame, frame_stats(frame, &stats)))
		link->stats_at = (uint16_t)link->now;
}

void link_tick(struct link *link, uint32_t now_ms, const struct picture *picture, const struct health *health)
{
	link->now = now_ms;
	if (link->welcomed && link->unacknowledged && since(link, link->heard_at) >= FORSAKEN_AFTER_MS)
		greet(link);
	if (!link->welcomed) {
		if (link->hello_due || since(link, link->said_at) >= HELLO_EVERY_MS)
			say_hello(link);
		return;
	}
	bool news = picture->changes != link->told.changes || picture->presses != link->presses_told;
	if (link->first || (news && !link->unacknowledged))
		take(link, picture);
	uint16_t patience = link->unacknowledged ? REPEAT_EVERY_MS : HEARTBEAT_EVERY_MS;
	if (link->snapshot_due || since(link, link->said_at) >= patience)
		say_snapshot(link);
	if (since(link, link->stats_at) >= STATS_EVERY_MS)
		say_stats(link, health);
}
