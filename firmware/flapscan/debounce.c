#include "debounce.h"

#include <string.h>

void debounce_begin(struct debounce *all, const uint16_t *levels, uint8_t window)
{
	memset(all, 0, sizeof *all);
	for (uint8_t row = 0; row < ROWS; row++)
		all->rows[row].level = all->rows[row].settled = levels[row];
	all->window = window;
}

static uint16_t moving_in(const struct debounced_row *row)
{
	uint16_t moving = 0;

	for (uint8_t i = 0; i < WINDOW_PLANES; i++)
		moving |= row->left[i];
	return moving;
}

static void load(struct debounced_row *row, uint16_t contacts, uint8_t window)
{
	for (uint8_t i = 0; i < WINDOW_PLANES; i++) {
		if (window & 1)
			row->left[i] |= contacts;
		else
			row->left[i] &= (uint16_t)~contacts;
		window >>= 1;
	}
}

void debounce_set_window(struct debounce *all, uint8_t window)
{
	all->window = window;
	for (uint8_t row = 0; row < ROWS; row++)
		load(&all->rows[row], moving_in(&all->rows[row]), window);
}

static void count_down(struct debounced_row *row, uint16_t contacts)
{
	uint16_t borrow = contacts;

	for (uint8_t i = 0; i < WINDOW_PLANES && borrow; i++) {
		row->left[i] ^= borrow;
		borrow &= row->left[i];
	}
}

/* Returns those that cannot grow older. */
static uint16_t grow_older(struct debounced_row *row, uint16_t contacts)
{
	uint16_t oldest = contacts;

	for (uint8_t i = 0; i < AGE_PLANES; i++)
		oldest &= row->age[i];
	uint16_t carry = contacts & (uint16_t)~oldest;
	for (uint8_t i = 0; i < AGE_PLANES && carry; i++) {
		row->age[i] ^= carry;
		carry &= (uint16_t)~row->age[i];
	}
	return oldest;
}

/* Of many that come to rest at once only the one that moved longest matters, and it is found plane by plane. */
static void note_bounce(struct debounce *all, const struct debounced_row *row, uint16_t contacts)
{
	uint8_t age = 0;

	for (uint8_t i = AGE_PLANES; i--;) {
		age = (uint8_t)(age << 1);
		if (row->age[i] & contacts) {
			contacts &= row->age[i];
			age |= 1;
		}
	}
	/* Younger than the window where that became longer in the midst of the movement. */
	uint8_t bounced = age > all->window ? (uint8_t)(age - all->window) : 0;
	if (bounced > all->longest)
		all->longest = bounced;
}

uint16_t debounce_scan(struct debounce *all, uint8_t number, uint16_t level)
{
	struct debounced_row *row = &all->rows[number];
	uint16_t moving = moving_in(row);
	uint16_t changed = 0;

	if (moving) {
		count_down(row, moving);
		uint16_t oldest = grow_older(row, moving);
		/* Who rests does so at the level of before this scan: what it finds is the next movement. */
		uint16_t rested = moving & (uint16_t)~moving_in(row);
		changed = rested & (row->level ^ row->settled);
		if (changed) {
			note_bounce(all, row, changed);
			row->settled ^= changed;
		}
		moving &= (uint16_t)~rested;
		all->oldest |= (oldest & moving) != 0;
	}
	uint16_t edges = level ^ row->level;
	if (edges) {
		row->level = level;
		load(row, edges, all->window);
		for (uint8_t i = 0; i < AGE_PLANES; i++)
			row->age[i] &= (uint16_t)~(edges & (uint16_t)~moving);
	}
	return changed;
}
