#include "contacts.h"

#include "bits.h"

static void draw(struct contacts *contacts)
{
	for (uint8_t row = 0; row < ROWS; row++)
		contacts->picture.rows[row] = contacts->debounce.rows[row].settled & ALL_COLUMNS;
	contacts->picture.button = (contacts->debounce.rows[BUTTON_ROW].settled & BUTTON_BIT) != 0;
}

bool button_pressed(bool before, uint8_t level)
{
	return before ? level < 170 : level < 85;
}

void contacts_begin(struct contacts *contacts, const uint16_t *levels, uint8_t window)
{
	debounce_begin(&contacts->debounce, levels, window);
	contacts->picture.changes = contacts->picture.presses = 0;
	contacts->restless = 0;
	draw(contacts);
}

void contacts_scan(struct contacts *contacts, const uint16_t *levels)
{
	contacts->debounce.oldest = false;
	for (uint8_t row = 0; row < ROWS; row++) {
		uint16_t changed = debounce_scan(&contacts->debounce, row, levels[row]);

		if (!changed)
			continue;
		if (changed & ~ALL_COLUMNS)
			contacts->picture.presses++;
		contacts->picture.changes += ones(changed & ALL_COLUMNS);
	}
	if (!contacts->debounce.oldest)
		contacts->restless = 0;
	else if (contacts->restless < HUM_AFTER)
		contacts->restless++;
	draw(contacts);
}
