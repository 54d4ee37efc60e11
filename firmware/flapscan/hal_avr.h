/* What main() needs from the chip beside hal.h. */
#ifndef HAL_AVR_H
#define HAL_AVR_H

#include <stdbool.h>
#include <stdint.h>

/* Lines, timer, ADC, UART and watchdog; interrupts on. */
void hal_begin(void);

/* MCUSR as it was; 0 where the boot loader took its flags away. */
uint8_t hal_reset_cause(void);

/* Sleeps until the millisecond after `seen`, and tells the watchdog that all is well; returns what to hand in next. More
 * than one further than `seen` where milliseconds were missed. */
uint8_t hal_wait_tick(uint8_t seen);

/* A conversion of the button's voltage, ready 104 us later; 255 is the supply. */
void hal_ask_button(void);
uint8_t hal_button_level(void);

/* Bit 0 is the first lamp, 1 lights it. */
void hal_light_lamps(uint8_t lamps);

bool hal_heard(uint8_t *byte);

#endif
