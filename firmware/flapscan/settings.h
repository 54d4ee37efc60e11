/* What the scanner remembers without power: in the EEPROM, with a version and a CRC. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#define SETTINGS_VERSION 1
#define DEFAULT_DEBOUNCE_MS 30 /* as stbpi's own, DEFAULT_WINDOW_MS */

/* Address 0 is the one that a sagging supply spoils first. */
#define SETTINGS_ADDRESS 16
#define SETTINGS_BYTES 4 /* version, debounce, CRC-16 of these two, low byte first */

struct settings {
	uint8_t debounce_ms;
	uint8_t unwritten; /* bytes, the last ones, still to be stored */
};

/* From the EEPROM; the defaults where it is empty, of another version or spoilt. */
void settings_load(struct settings *settings);

/* False, and nothing changed, for what cannot be. */
bool settings_change(struct settings *settings, uint8_t debounce_ms);

/* CRC-16 of the two bytes as stored, version and debounce. */
uint16_t settings_crc(const struct settings *settings);

/* To be called every millisecond: stores what has changed, byte by byte, without waiting. */
void settings_tick(struct settings *settings);

#endif
