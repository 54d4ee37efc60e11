/* The contacts of matrix and button together: raw levels in, the picture out. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include "debounce.h"
#include "link.h"

/* The button is debounced along with the first row, in a bit that no column has. */
#define BUTTON_ROW 0
#define BUTTON_BIT 0x8000U

/* Scans without a pause in which some contact was as old as can be counted: no hand moves a flap for so long, a wire that
 * hangs in the air does for ever. */
#define HUM_AFTER 1000

struct contacts {
	struct debounce debounce;
	struct picture picture;
	uint16_t restless; /* such scans; see HUM_AFTER */
};

/* Pressed below a third of the supply, open above two: a wet finger on a long wire does neither. */
bool button_pressed(bool before, uint8_t level);

/* As everything is now is how it rests. `levels` has the button in its place. */
void contacts_begin(struct contacts *contacts, const uint16_t *levels, uint8_t window);
void contacts_scan(struct contacts *contacts, const uint16_t *levels);

#endif
