/* Reading the diode matrix: one row driven low at a time; a closed contact pulls its column down to it. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

#include "board.h"

/* A word for each row, bit 0 the first column, 1 closed. */
void matrix_scan(uint16_t *rows);

#endif
