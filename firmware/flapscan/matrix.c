#include "matrix.h"

#include "hal.h"

void matrix_scan(uint16_t *rows)
{
	for (uint8_t row = 0; row < ROWS; row++) {
		hal_raise_columns();
		hal_select_row(row);
		hal_settle();
		rows[row] = hal_low_columns() & ALL_COLUMNS;
		hal_release_row(row);
	}
}
