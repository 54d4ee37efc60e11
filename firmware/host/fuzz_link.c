/* Whatever a wire brings, and however contacts move: the link keeps its promises. For libFuzzer.
 *
 * The input is a sequence of orders: bytes from the wire, milliseconds that pass, contacts that change, room in the
 * sender's buffer, and acknowledgements that are really those of the last picture.
 */
#include <stdlib.h>
#include <string.h>

#include "cobs.h"
#include "crc16.h"
#include "hal.h"
#include "link.h"
#include "settings.h"

static uint8_t eeprom[256];
static unsigned room;
static uint8_t sequence_told, told[FRAME_MAX], told_count;
static bool any_told, acknowledged;

static void must(bool promise)
{
	if (!promise)
		abort();
}

static void check_snapshot(const uint8_t *body, uint8_t count)
{
	must(count == 2 + SNAPSHOT_PAYLOAD + 2);
	if (any_told && body[1] == sequence_told) {
		/* A repetition is the same bytes. */
		must(told_count == count && memcmp(told, body, count) == 0);
		return;
	}
	if (any_told) {
		/* The next only after this was acknowledged; or after a greeting, which may overtake one that had no room. */
		must(body[4] & FLAG_FIRST || (acknowledged && body[1] == (uint8_t)(sequence_told + 1)));
	}
	any_told = true;
	acknowledged = false;
	sequence_told = body[1];
	told_count = count;
	memcpy(told, body, count);
}

bool hal_send(const uint8_t *bytes, uint8_t count)
{
	uint8_t body[FRAME_MAX];

	if (count > room)
		return false;
	room -= count;
	must(bytes[count - 1] == 0 && !memchr(bytes, 0, count - 1U));
	if (count == 1)
		return true;
	must(count <= FRAME_MAX);
	memcpy(body, bytes, count);
	uint8_t length = cobs_decode(body, count - 1);
	must(length >= 4 && crc16(body, length - 2) == (body[length - 2] | body[length - 1] << 8));
	must(body[0] >= HELLO && body[0] <= STATS);
	if (body[0] == SNAPSHOT)
		check_snapshot(body, length);
	return true;
}

uint8_t hal_eeprom_read(uint8_t address)
{
	return eeprom[address];
}

bool hal_eeprom_write(uint8_t address, uint8_t byte)
{
	must(address >= SETTINGS_ADDRESS && address < SETTINGS_ADDRESS + SETTINGS_BYTES);
	eeprom[address] = byte;
	return true;
}

/* matrix.c wants these, but nothing here looks at a matrix. */
void hal_raise_columns(void)
{
}

void hal_select_row(uint8_t row)
{
	(void)row;
}

void hal_release_row(uint8_t row)
{
	(void)row;
}

void hal_settle(void)
{
}

uint16_t hal_low_columns(void)
{
	return 0;
}

static void say(struct link *link, uint8_t type, const uint8_t *payload, uint8_t count)
{
	uint8_t frame[16] = {0, type, 0};

	memcpy(frame + 3, payload, count);
	uint16_t crc = crc16(frame + 1, count + 2);
	frame[count + 3] = (uint8_t)crc;
	frame[count + 4] = (uint8_t)(crc >> 8);
	cobs_encode(frame, count + 4);
	link_hear(link, 0);
	for (uint8_t i = 0; i < count + 5; i++)
		link_hear(link, frame[i]);
	link_hear(link, 0);
}

/* Whatever has been: from a host that greets back and acknowledges, the picture is to be had. */
static void must_tell(struct link *link, struct settings *settings, uint32_t now, const struct picture *picture)
{
	const struct health health = {0};

	say(link, WELCOME, (const uint8_t[]){PROTOCOL}, 1);
	for (unsigned i = 0; i < 200; i++) {
		room = 64;
		link_tick(link, now + i, picture, &health);
		settings_tick(settings);
		say(link, ACK, &sequence_told, 1);
		acknowledged |= any_told && !link->unacknowledged && sequence_told == link->sequence;
	}
	must(any_told && (told[4] & FLAG_BUTTON) == (picture->button ? FLAG_BUTTON : 0));
	must((told[2] | told[3] << 8) == picture->changes);
	for (uint8_t row = 0; row < ROWS; row++)
		must((told[5 + 2 * row] | told[6 + 2 * row] << 8) == picture->rows[row]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings settings;
	struct link link;
	struct picture picture = {0};
	struct health health = {0};
	uint32_t now = 0;

	memset(eeprom, 0xFF, sizeof eeprom);
	any_told = acknowledged = false;
	room = 64;
	settings_load(&settings);
	link_begin(&link, &settings, 1);
	for (size_t i = 0; i + 1 < size; i += 2) {
		uint8_t what = data[i], with = data[i + 1];

		switch (what % 8) {
		case 0:
		case 1:
			link_hear(&link, with);
			break;
		case 2:
			say(&link, data[i + 1] % 4 + WELCOME, data + i + 1, (uint8_t)(size - i - 1 < 4 ? size - i - 1 : 4));
			break;
		case 3:
			say(&link, WELCOME, (const uint8_t[]){PROTOCOL}, 1);
			break;
		case 4:
			say(&link, ACK, &sequence_told, 1);
			break;
		case 5:
			picture.rows[with % ROWS] ^= (uint16_t)(1 << (with >> 3) % COLUMNS);
			picture.changes++;
			break;
		case 6:
			picture.button = !picture.button;
			picture.presses++;
			break;
		default:
			room = with % 65;
			break;
		}
		acknowledged |= any_told && !link.unacknowledged && sequence_told == link.sequence;
		must(settings.debounce_ms >= 1 && settings.debounce_ms <= 50);
		now += what >> 3;
		link_tick(&link, now, &picture, &health);
		settings_tick(&settings);
	}
	must_tell(&link, &settings, now, &picture);
	return 0;
}
