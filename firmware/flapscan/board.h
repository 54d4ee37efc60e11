/* What this scanner is: its size, its versions, and the figures that go with the ATmega328P of a Nano.
 *
 * Rows are the sides of the tray, columns the flaps of a side. Smaller builds are made by `make ROWS=4 COLUMNS=10`;
 * the lines they leave over drive lamps.
 */
#ifndef BOARD_H
#define BOARD_H

#ifndef ROWS
#define ROWS 6
#endif
#ifndef COLUMNS
#define COLUMNS 12
#endif

#define MAX_ROWS 6
#define MAX_COLUMNS 12

#if ROWS < 1 || ROWS > MAX_ROWS
#error "ROWS is 1 to 6: a Nano has six lines for rows (D8 to D13)"
#endif
#if COLUMNS < 1 || COLUMNS > MAX_COLUMNS
#error "COLUMNS is 1 to 12: a Nano has twelve lines for columns (D2 to D7, A0 to A5)"
#endif

#define ALL_COLUMNS ((uint16_t)((1UL << COLUMNS) - 1))

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0

#endif
