#include "matrix.h"

#include "hal.h"

void matrix_scan(uint16_t *rows)
{
	for (uint8_t row = 0; row < ROWS; row++) {
		hal_select_row(row);
		/* Both the fall of the columns of this row and the rise of those of the last one. */
		hal_settle();
		rows[row] = hal_low_columns() & ALL_COLUMNS;
		hal_release_row(row);
	}
}
