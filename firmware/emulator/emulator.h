/* A Nano running the scanner's real ELF, in virtual time, with contacts, a button and a serial line around it.
 *
 * Virtual time is microseconds since the program began; a reset of the chip does not turn it back. Rows and columns are
 * counted from 0 in here, from 1 in commands.
 */
#ifndef EMULATOR_H
#define EMULATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sim_avr.h>

#define CYCLES_PER_US 16ULL
#define ROWS 6
#define COLUMNS 12
#define BYTE_CYCLES 1390ULL /* 10 bits at 115,200 baud */
#define SERIAL_BYTES 65536

/* A contact or, with row BUTTON, the button, that is to change. */
#define BUTTON ROWS
struct event {
	uint64_t at; /* cycles of virtual time */
	uint64_t order; /* of those at the same instant */
	uint8_t row, column;
	bool closed;
};

struct events {
	struct event *heap;
	size_t count, room;
	uint64_t order;
};

void events_add(struct events *events, struct event event);
/* The earliest one if it is due by `now`. */
bool events_take(struct events *events, uint64_t now, struct event *event);

/* Bytes on their way. */
struct line {
	uint8_t bytes[SERIAL_BYTES];
	size_t begin, end;
};

bool line_put(struct line *line, uint8_t byte);
bool line_take(struct line *line, uint8_t *byte);
size_t line_count(const struct line *line);

enum cause { CAUSE_POWER = 1, CAUSE_EXTERNAL = 2, CAUSE_BROWN_OUT = 4 }; /* as bits of MCUSR */

struct figures {
	uint64_t loops, worst_loop, busy; /* cycles from the timer's tick to the end of work; their sum */
	uint32_t resets;
	uint64_t sent, heard, lost; /* bytes */
};

struct options {
	const char *elf, *eeprom, *socket, *script, *link;
	bool paced, stepped, pty, led, reset_on_open;
	uint64_t rise_us, bootloader_us, run_us;
};

struct emulator {
	struct options options;
	avr_t *avr;
	struct events events;
	uint64_t base;       /* virtual cycles when the chip's own count was zero */
	uint64_t seen;       /* the chip's count when last looked at */
	uint64_t until;      /* virtual cycles to stop at when stepped */
	uint64_t held_until; /* the boot loader, or no power, keeps the program from running */
	bool powered, was_reset, pressed;
	uint16_t closed[ROWS];
	uint64_t rising[COLUMNS]; /* virtual cycles when the column was let go */
	uint64_t tick_at;
	uint32_t hang_at;         /* where the program was made to hang, or 0 */
	uint8_t hang_was[2];
	struct avr_uart_t *uart;
	avr_irq_t *uart_in, *adc_in;
	struct line to_chip, from_chip, kept; /* `kept` is what the command `heard` hands out */
	uint64_t sent_at;
	int pty, openings;
	bool port_open;
	unsigned openers; /* of the port, as far as they have been heard of */
	char port_name[64];
	struct figures figures;
	uint8_t *eeprom;
	uint8_t eeprom_stored[1024];
};

/* board.c */
void board_begin(struct emulator *emulator);
void board_reset(struct emulator *emulator, enum cause cause);
void board_hang(struct emulator *emulator);
uint64_t board_now(const struct emulator *emulator); /* cycles of virtual time */
void board_button(struct emulator *emulator);
size_t board_stack(const struct emulator *emulator);
void board_store_eeprom(struct emulator *emulator);
/* One instruction, or one sleep of a byte's time at most. */
void board_step(struct emulator *emulator);
uint8_t board_lit(const struct emulator *emulator, char port);

/* serial.c */
void serial_begin(struct emulator *emulator);
void serial_beat(struct emulator *emulator);
void serial_end(struct emulator *emulator);
/* Between slices: whoever has opened the pty, and what they wrote. */
void serial_poll(struct emulator *emulator);

/* commands.c: carries out a line; the answer, one line without its end, into `answer`. False for `quit`. */
bool command(struct emulator *emulator, char *line, char *answer, size_t room);

void fail(const char *sentence, ...) __attribute__((noreturn, format(printf, 1, 2)));

#endif
