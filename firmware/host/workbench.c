/* The scanner's portable part, driven by lines on standard input; each is answered by a line.
 *
 *   crc HEX, encode HEX, decode HEX
 *   debounce WINDOW PICTURE       begins anew; a picture is four hex digits for each row
 *   window WINDOW                 from now on
 *   scan PICTURE...               changed:settled for each; then the longest bounce
 *   hum WINDOW PICTURE TIMES      that often there and back again; whether some contact never rests
 *   matrix PICTURE                what a matrix with these contacts closed reads
 *   button BEFORE LEVEL
 *   eeprom [HEX]                  the bytes of the settings, new ones first if given
 *   link CAUSE                    begins anew with what the EEPROM has
 *   room BYTES                    what can be sent from now on; -1 any number
 *   hear HEX                      bytes from the host
 *   pass FROM UNTIL BUTTON CHANGES PRESSES PICTURE [HUM]   every millisecond from FROM to UNTIL, or until something is sent;
 *                                 the answer is what was sent, the lamps, and the last millisecond
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cobs.h"
#include "contacts.h"
#include "crc16.h"
#include "hal.h"
#include "link.h"
#include "matrix.h"
#include "settings.h"

#define LINE_ROOM (1 << 20)

static uint8_t eeprom[256];
static uint8_t sent[4096];
static size_t sent_count;
static long room = -1;
static uint16_t closed[ROWS];
static uint8_t selected = UINT8_MAX;

void hal_raise_columns(void)
{
	if (selected != UINT8_MAX)
		abort(); /* a short circuit */
}

void hal_select_row(uint8_t row)
{
	if (selected != UINT8_MAX)
		abort(); /* two rows at once */
	selected = row;
}

void hal_release_row(uint8_t row)
{
	if (selected != row)
		abort();
	selected = UINT8_MAX;
}

void hal_settle(void)
{
}

uint16_t hal_low_columns(void)
{
	/* The upper bits are lines that have nothing to do with the matrix. */
	return closed[selected] | 0xF000;
}

bool hal_send(const uint8_t *bytes, uint8_t count)
{
	if (room >= 0 && count > room)
		return false;
	room -= room >= 0 ? count : 0;
	memcpy(sent + sent_count, bytes, count);
	sent_count += count;
	return true;
}

uint8_t hal_eeprom_read(uint8_t address)
{
	return eeprom[address];
}

bool hal_eeprom_write(uint8_t address, uint8_t byte)
{
	static bool busy;

	busy = !busy;
	if (busy)
		return false;
	eeprom[address] = byte;
	return true;
}

static void say_sent(void)
{
	for (size_t i = 0; i < sent_count; i++)
		printf("%02x", sent[i]);
	sent_count = 0;
}

static size_t bytes_of(const char *hex, uint8_t *bytes, size_t most)
{
	size_t count = hex ? strlen(hex) / 2 : 0;

	if (count > most)
		exit(3);
	for (size_t i = 0; i < count; i++) {
		char two[] = {hex[2 * i], hex[2 * i + 1], 0};
		bytes[i] = (uint8_t)strtoul(two, NULL, 16);
	}
	return count;
}

static void picture_of(const char *hex, uint16_t *rows)
{
	for (size_t row = 0; row < ROWS; row++) {
		char four[5] = {0};
		memcpy(four, hex + 4 * row, 4);
		rows[row] = (uint16_t)strtoul(four, NULL, 16);
	}
}

static void say_picture(const uint16_t *rows)
{
	for (size_t row = 0; row < ROWS; row++)
		printf("%04x", rows[row]);
}

static char *word(void)
{
	char *found = strtok(NULL, " \n");

	return found ? found : "";
}

static unsigned long number(void)
{
	return strtoul(word(), NULL, 10);
}

static void scan(struct debounce *debounce)
{
	char *picture;

	while (*(picture = word())) {
		uint16_t levels[ROWS], changed[ROWS], settled[ROWS];

		picture_of(picture, levels);
		for (uint8_t row = 0; row < ROWS; row++) {
			changed[row] = debounce_scan(debounce, row, levels[row]);
			settled[row] = debounce->rows[row].settled;
		}
		say_picture(changed);
		putchar(':');
		say_picture(settled);
		putchar(' ');
	}
	printf("%u", debounce->longest);
}

static void hum(void)
{
	static struct contacts contacts;
	uint16_t none[ROWS] = {0}, levels[ROWS];
	uint8_t window = (uint8_t)number();

	picture_of(word(), levels);
	contacts_begin(&contacts, none, window);
	for (unsigned long times = number(); times; times--) {
		contacts_scan(&contacts, levels);
		contacts_scan(&contacts, none);
	}
	printf("%d", contacts.restless >= HUM_AFTER);
}

static void pass(struct link *link, struct settings *settings)
{
	struct picture picture = {0};
	uint32_t now = (uint32_t)number();
	uint32_t until = (uint32_t)number();

	picture.button = number() != 0;
	picture.changes = (uint16_t)number();
	picture.presses = (uint16_t)number();
	picture_of(word(), picture.rows);
	const struct health health = {7, 12, number() != 0};
	for (;; now++) {
		link_tick(link, now, &picture, &health);
		settings_tick(settings);
		if (sent_count || now == until)
			break;
	}
	say_sent();
	printf(" %u %u", link->lamps, now);
}

int main(void)
{
	static char line[LINE_ROOM];
	static struct debounce debounce;
	static struct settings settings;
	static struct link link;
	uint16_t rows[ROWS];
	uint8_t bytes[512];

	memset(eeprom, 0xFF, sizeof eeprom);
	while (fgets(line, sizeof line, stdin)) {
		const char *name = strtok(line, " \n");

		if (!name)
			break;
		if (!strcmp(name, "crc")) {
			size_t count = bytes_of(word(), bytes, 255);
			printf("%04x", crc16(bytes, (uint8_t)count));
		} else if (!strcmp(name, "encode")) {
			size_t count = bytes_of(word(), bytes + 1, 253);
			cobs_encode(bytes, (uint8_t)count);
			memcpy(sent, bytes, sent_count = count + 1);
			say_sent();
		} else if (!strcmp(name, "decode")) {
			/* In a place of its own size, so that reading past it is noticed. */
			size_t count = bytes_of(word(), bytes, 254);
			uint8_t *own = malloc(count + 1);
			memcpy(own, bytes, count);
			sent_count = cobs_decode(own, (uint8_t)count);
			memcpy(sent, own, sent_count);
			free(own);
			say_sent();
		} else if (!strcmp(name, "debounce")) {
			uint8_t window = (uint8_t)number();
			picture_of(word(), rows);
			debounce_begin(&debounce, rows, window);
		} else if (!strcmp(name, "window")) {
			debounce_set_window(&debounce, (uint8_t)number());
		} else if (!strcmp(name, "scan")) {
			scan(&debounce);
		} else if (!strcmp(name, "hum")) {
			hum();
		} else if (!strcmp(name, "matrix")) {
			picture_of(word(), closed);
			matrix_scan(rows);
			say_picture(rows);
		} else if (!strcmp(name, "button")) {
			bool before = number() != 0;
			printf("%d", button_pressed(before, (uint8_t)number()));
		} else if (!strcmp(name, "eeprom")) {
			bytes_of(word(), eeprom + SETTINGS_ADDRESS, SETTINGS_BYTES);
			for (size_t i = 0; i < SETTINGS_BYTES; i++)
				printf("%02x", eeprom[SETTINGS_ADDRESS + i]);
		} else if (!strcmp(name, "link")) {
			room = -1;
			settings_load(&settings);
			link_begin(&link, &settings, (uint8_t)number());
			say_sent();
		} else if (!strcmp(name, "room")) {
			room = strtol(word(), NULL, 10);
		} else if (!strcmp(name, "hear")) {
			size_t count = bytes_of(word(), bytes, sizeof bytes);
			for (size_t i = 0; i < count; i++)
				link_hear(&link, bytes[i]);
		} else if (!strcmp(name, "pass")) {
			pass(&link, &settings);
		} else {
			return 3;
		}
		putchar('\n');
		fflush(stdout);
	}
	return 0;
}
