/* What the portable part needs from the chip. hal_avr.c has it for the ATmega328P; the host tests have their own. */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

/* Takes every column to its level of rest. Only while no row is selected. */
void hal_raise_columns(void);
void hal_select_row(uint8_t row);
void hal_release_row(uint8_t row);
/* Until the columns of closed contacts are low. */
void hal_settle(void);
uint16_t hal_low_columns(void);

/* All of these bytes or none: false where there is no room for them now. Never waits. */
bool hal_send(const uint8_t *bytes, uint8_t count);

uint8_t hal_eeprom_read(uint8_t address);
/* Begins to write a byte, which takes some milliseconds; false while it still writes the one before. */
bool hal_eeprom_write(uint8_t address, uint8_t byte);

#endif
