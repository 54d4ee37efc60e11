#include "settings.h"

#include "crc16.h"
#include "debounce.h"
#include "hal.h"

static uint8_t stored_byte(const struct settings *settings, uint8_t index)
{
	switch (index) {
	case 0:
		return SETTINGS_VERSION;
	case 1:
		return settings->debounce_ms;
	case 2:
		return (uint8_t)settings_crc(settings);
	default:
		return (uint8_t)(settings_crc(settings) >> 8);
	}
}

uint16_t settings_crc(const struct settings *settings)
{
	return crc16_add(crc16_add(CRC16_START, SETTINGS_VERSION), settings->debounce_ms);
}

static bool possible(uint8_t debounce_ms)
{
	return debounce_ms >= WINDOW_MIN && debounce_ms <= WINDOW_MAX;
}

void settings_load(struct settings *settings)
{
	settings->unwritten = 0;
	settings->debounce_ms = hal_eeprom_read(SETTINGS_ADDRESS + 1);
	for (uint8_t i = 0; i < SETTINGS_BYTES; i++) {
		if (hal_eeprom_read((uint8_t)(SETTINGS_ADDRESS + i)) != stored_byte(settings, i)) {
			settings->debounce_ms = DEFAULT_DEBOUNCE_MS;
			return;
		}
	}
	if (!possible(settings->debounce_ms))
		settings->debounce_ms = DEFAULT_DEBOUNCE_MS;
}

bool settings_change(struct settings *settings, uint8_t debounce_ms)
{
	if (!possible(debounce_ms))
		return false;
	/* A cell endures 100,000 writes: what is there already is not written again. */
	if (debounce_ms != settings->debounce_ms) {
		settings->debounce_ms = debounce_ms;
		settings->unwritten = SETTINGS_BYTES;
	}
	return true;
}

void settings_tick(struct settings *settings)
{
	if (settings->unwritten) {
		uint8_t index = SETTINGS_BYTES - settings->unwritten;

		if (hal_eeprom_write(SETTINGS_ADDRESS + index, stored_byte(settings, index)))
			settings->unwritten--;
	}
}
