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
#define EEPROM_BYTES 1024

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
	uint64_t slept; /* cycles */
	uint32_t resets, eeprom_writes;
	uint64_t sent, heard, lost; /* bytes */
};

/* Beside the clock: when it was last looked at, what it said then, what virtual time was, and how much of the clock's time
 * was given up because this machine could not keep up. Microseconds. */
struct pace {
	uint64_t clock, virtual_time, given_up;
};

struct adc {
	uint64_t ready_at; /* virtual cycles, or 0 */
	unsigned conversions; /* since reset */
	uint8_t sampled, result;
};

struct options {
	const char *elf, *eeprom, *socket, *script, *link;
	bool paced, stepped, pty, led, reset_on_open;
	uint64_t rise_us, fall_us, bootloader_us, run_us;
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
	unsigned rows, columns; /* that the program looks at */
	uint16_t closed[ROWS];
	/* Virtual cycles when the column was let go, was pulled down, began to be driven high. */
	uint64_t rising[COLUMNS], falling[COLUMNS], driven[COLUMNS];
	uint64_t tick_at;
	uint32_t hang_at;         /* where the program was made to hang, or 0 */
	uint64_t hang_until, power_at; /* virtual cycles; UINT64_MAX never */
	uint8_t hang_was[2];
	struct adc adc;
	struct pace pace;
	struct avr_uart_t *uart;
	avr_irq_t *uart_in;
	struct line to_chip, from_chip, kept; /* `kept` is what the command `heard` hands out */
	uint64_t sent_at;
	int pty, openings;
	bool port_open, linked;
	unsigned openers; /* of the port, as far as they have been heard of */
	char port_name[64];
	struct figures figures;
	uint8_t *eeprom;
	uint8_t eeprom_stored[EEPROM_BYTES];
	uint64_t eeprom_ready_at; /* virtual cycles, or 0 */
	uint16_t eeprom_address;  /* that is being written */
};

/* board.c */
void board_begin(struct emulator *emulator);
void board_reset(struct emulator *emulator, enum cause cause);
void board_hang(struct emulator *emulator, uint64_t us); /* 0 for ever */
void board_power_off(struct emulator *emulator, uint64_t us); /* 0 for ever */
void board_power_on(struct emulator *emulator);
uint64_t board_now(const struct emulator *emulator); /* cycles of virtual time */
size_t board_stack(const struct emulator *emulator);
void board_store_eeprom(struct emulator *emulator);
/* One instruction, or one sleep of a byte's time at most. */
void board_step(struct emulator *emulator);
uint8_t board_lit(const struct emulator *emulator, char port);

/* program.c: refuses what is no flap scanner. */
void program_begin(struct emulator *emulator);

/* wires.c */
void wires_begin(struct emulator *emulator);
/* Contacts and button as they are now. */
void wires_happen(struct emulator *emulator);

/* peripherals.c */
void peripherals_begin(struct emulator *emulator);
void peripherals_reset(struct emulator *emulator);
void peripherals_lose_power(struct emulator *emulator);

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
