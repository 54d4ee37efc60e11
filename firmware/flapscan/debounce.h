/* Telling movements from bounce, for all contacts at once, a word for each row.
 *
 * The same promise as the host's stbpi/tray/debounce.py: every change of level restarts the window of its contact, and
 * one window after the last change the settled picture equals the contact. Time is counted in scans, one a millisecond.
 * A contact's countdown and the age of its movement are spread over planes, bit i of each belonging to contact i, so
 * that a scan costs the same whatever moves.
 */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

#define WINDOW_PLANES 6 /* counts to 63 */
#define WINDOW_MIN 1
#define WINDOW_MAX 50
#define AGE_PLANES 8 /* counts to 255 scans, and stays there */

struct debounced_row {
	uint16_t level;   /* as read last, bounce and all */
	uint16_t settled; /* as it came to rest last */
	uint16_t left[WINDOW_PLANES]; /* scans until it rests; 0 rests */
	uint16_t age[AGE_PLANES]; /* scans since the first change of a movement */
};

struct debounce {
	struct debounced_row rows[ROWS];
	uint8_t window; /* scans */
	uint8_t longest; /* scans from the first to the last change of the longest movement; see AGE_PLANES */
	bool oldest; /* set by a scan in which some contact is as old as can be counted, and still moves */
};

/* Everything rests as it is in `levels`: a picture, not movements. */
void debounce_begin(struct debounce *all, const uint16_t *levels, uint8_t window);

/* From now on another window; whoever is moving has the whole of it before them. */
void debounce_set_window(struct debounce *all, uint8_t window);

/* One scan of one row; returns the contacts that came to rest in another state than before. */
uint16_t debounce_scan(struct debounce *all, uint8_t row, uint16_t level);

#endif
