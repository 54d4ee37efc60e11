/* However contacts move: what the matrix reads are the contacts, and each is debounced as one alone would be. For libFuzzer.
 *
 * The input is a window, how all lies at first, and then orders: milliseconds that pass, contacts that change, the
 * button's level, another window. Beside the scanner's planes of bits goes the plainest debounce there is, a countdown
 * for each contact.
 */
#include <stdlib.h>
#include <string.h>

#include "contacts.h"
#include "hal.h"
#include "matrix.h"

#define NONE 0xFF
#define CONTACTS 16 /* in a row's word: columns, and one that is the button */
#define OLDEST 255

static uint16_t closed[ROWS];
static uint16_t columns_low; /* as the last row that was read left them */
static uint8_t selected = NONE;
static bool settled;

struct plain {
	bool level, rests_at;
	uint8_t left;
	uint8_t age;
};

static struct plain plain[ROWS][CONTACTS];
static uint16_t changes, presses;
static uint16_t restless;
static uint8_t longest;

static void must(bool promise)
{
	if (!promise)
		abort();
}

void hal_raise_columns(void)
{
	must(selected == NONE);
	columns_low = 0;
}

void hal_select_row(uint8_t row)
{
	must(selected == NONE && row < ROWS);
	selected = row;
	settled = false;
}

void hal_settle(void)
{
	must(selected != NONE);
	settled = true;
	columns_low |= closed[selected];
}

void hal_release_row(uint8_t row)
{
	must(selected == row);
	selected = NONE;
}

uint16_t hal_low_columns(void)
{
	must(settled);
	/* The upper bits are lines that have nothing to do with the matrix. */
	return columns_low | 0xF000;
}

/* settings.c and link.c, which want these, have a fuzzer of their own. */
bool hal_send(const uint8_t *bytes, uint8_t count)
{
	(void)bytes;
	(void)count;
	return true;
}

uint8_t hal_eeprom_read(uint8_t address)
{
	(void)address;
	return 0xFF;
}

bool hal_eeprom_write(uint8_t address, uint8_t byte)
{
	(void)address;
	(void)byte;
	return true;
}

static void plain_begin(const uint16_t *levels)
{
	memset(plain, 0, sizeof plain);
	changes = presses = restless = 0;
	longest = 0;
	for (uint8_t row = 0; row < ROWS; row++)
		for (uint8_t i = 0; i < CONTACTS; i++)
			plain[row][i].level = plain[row][i].rests_at = levels[row] >> i & 1;
}

/* True when it is as old as can be counted and moves still. */
static bool plain_scan(struct plain *contact, bool level, bool button, uint8_t window)
{
	bool hums = false, moved = contact->left != 0;

	if (moved) {
		hums = contact->age == OLDEST;
		contact->age += !hums;
		contact->left--;
		hums = hums && contact->left;
		if (!contact->left && contact->level != contact->rests_at) {
			contact->rests_at = contact->level;
			changes += !button;
			presses += button;
			uint8_t bounced = contact->age > window ? (uint8_t)(contact->age - window) : 0;
			if (bounced > longest)
				longest = bounced;
		}
	}
	if (level != contact->level) {
		if (!contact->left)
			contact->age = 0;
		contact->level = level;
		contact->left = window;
	}
	return hums;
}

static void scan_both(struct contacts *contacts, uint8_t level)
{
	uint16_t levels[ROWS];
	bool before = contacts->debounce.rows[BUTTON_ROW].level & BUTTON_BIT, hums = false;

	matrix_scan(levels);
	for (uint8_t row = 0; row < ROWS; row++)
		must(levels[row] == closed[row]);
	bool pressed = button_pressed(before, level);
	must(pressed == (level < 85 || (before && level < 170)));
	if (pressed)
		levels[BUTTON_ROW] |= BUTTON_BIT;
	contacts_scan(contacts, levels);
	for (uint8_t row = 0; row < ROWS; row++)
		for (uint8_t i = 0; i < CONTACTS; i++)
			hums |= plain_scan(&plain[row][i], levels[row] >> i & 1, i >= COLUMNS, contacts->debounce.window);
	restless = hums ? (uint16_t)(restless + (restless < HUM_AFTER)) : 0;
	for (uint8_t row = 0; row < ROWS; row++)
		for (uint8_t i = 0; i < COLUMNS; i++)
			must((contacts->picture.rows[row] >> i & 1) == plain[row][i].rests_at);
	must(contacts->picture.button == plain[BUTTON_ROW][15].rests_at);
	must(contacts->picture.changes == changes && contacts->picture.presses == presses);
	must(contacts->restless == restless && contacts->debounce.longest == longest);
}

static void set_window(struct contacts *contacts, uint8_t window)
{
	debounce_set_window(&contacts->debounce, window);
	for (uint8_t row = 0; row < ROWS; row++)
		for (uint8_t i = 0; i < CONTACTS; i++)
			if (plain[row][i].left)
				plain[row][i].left = window;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct contacts contacts;
	uint8_t level = 255;

	if (size < 2)
		return 0;
	for (uint8_t row = 0; row < ROWS; row++)
		closed[row] = (uint16_t)(data[1] * (row + 1U) * 0x35) & ALL_COLUMNS;
	contacts_begin(&contacts, closed, data[0] % WINDOW_MAX + 1);
	plain_begin(closed);
	for (size_t i = 2; i + 1 < size; i += 2) {
		uint8_t what = data[i], with = data[i + 1];
		unsigned scans = what >> 4;

		switch (what % 4) {
		case 0:
			closed[with % ROWS] ^= (uint16_t)(1 << (with >> 3) % COLUMNS);
			break;
		case 1: /* many at once, a whole row among them */
			closed[with % ROWS] ^= (uint16_t)(with * 0x111U) & ALL_COLUMNS;
			break;
		case 2:
			level = with;
			break;
		default:
			if (with < 224) {
				set_window(&contacts, with % WINDOW_MAX + 1);
			} else {
				/* Hums for as long as it takes to be noticed, or nearly so. */
				for (unsigned times = 1200 + with; times; times--) {
					closed[what % ROWS] ^= 1;
					scan_both(&contacts, level);
				}
			}
			break;
		}
		do
			scan_both(&contacts, level);
		while (scans--);
	}
	for (unsigned rest = 0; rest <= WINDOW_MAX + 1; rest++)
		scan_both(&contacts, level);
	for (uint8_t row = 0; row < ROWS; row++)
		must(contacts.picture.rows[row] == closed[row]);
	return 0;
}
