/* The flap scanner: every millisecond one look at all contacts, and whatever is to be said. */
#include "contacts.h"
#include "hal_avr.h"
#include "link.h"
#include "matrix.h"
#include "settings.h"

static struct settings settings;
static struct contacts contacts;
static struct link link;
static struct health health;

/* The button is as it was a millisecond ago: its voltage is converted while the rest goes on. */
static void look(uint16_t *levels, bool pressed)
{
	uint8_t level = hal_button_level();

	hal_ask_button();
	matrix_scan(levels);
	if (button_pressed(pressed, level))
		levels[BUTTON_ROW] |= BUTTON_BIT;
}

int main(void)
{
	uint16_t levels[ROWS];
	uint32_t now_ms = 0;
	uint8_t tick = 0;

	settings_load(&settings);
	hal_begin();
	for (uint8_t looks = 0; looks < 3; looks++) {
		/* Without a conversion there is no level, and an ADC's first one is poor: the third look is good. */
		tick = hal_wait_tick(tick);
		look(levels, false);
	}
	contacts_begin(&contacts, levels, settings.debounce_ms);
	link_begin(&link, &settings, hal_reset_cause());
	for (;;) {
		uint8_t byte;
		uint8_t next = hal_wait_tick(tick);
		uint8_t passed = (uint8_t)(next - tick);

		tick = next;
		now_ms += passed;
		if (passed > 1)
			health.scans_late += passed - 1U;
		look(levels, (contacts.debounce.rows[BUTTON_ROW].level & BUTTON_BIT) != 0);
		contacts_scan(&contacts, levels);
		health.longest_bounce_ms = contacts.debounce.longest;
		health.humming = contacts.restless >= HUM_AFTER;
		while (hal_heard(&byte))
			link_hear(&link, byte);
		if (contacts.debounce.window != settings.debounce_ms)
			debounce_set_window(&contacts.debounce, settings.debounce_ms);
		hal_light_lamps(link.lamps);
		link_tick(&link, now_ms, &contacts.picture, &health);
		settings_tick(&settings);
	}
}
