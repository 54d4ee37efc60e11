/* What may be asked for, a line each. Times are microseconds of virtual time; +N means from now.
 *
 *   contact ROW COLUMN LEVEL [AT]   a contact closes (1) or opens (0)
 *   button LEVEL [AT]               the button, likewise
 *   power off [US], power on        the plug, for so long; with its return a power-on reset
 *   reset power|external|brownout   at once
 *   hang [US]                       the program stops where it is, for so long, interrupts apart; the watchdog may bite
 *   run MICROSECONDS                with --step: lets so much time go by, and answers afterwards
 *   send HEX, heard                 with --no-pty: bytes to the chip; all that it said since asked last
 *   now, figures, clear             the time; what was measured; and from now on anew
 *   quit
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator.h"

#define WORDS 6

struct words {
	char *word[WORDS];
	int count;
};

static struct words split(char *line)
{
	struct words words = {.count = 0};
	char *rest = line, *word;

	while (words.count < WORDS && (word = strsep(&rest, " \t\r\n")))
		if (*word)
			words.word[words.count++] = word;
	return words;
}

static bool number(const char *text, uint64_t most, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*text))
		return false;
	*value = strtoull(text, &end, 10);
	return *end == 0 && *value <= most;
}

static bool moment(const struct emulator *emulator, const struct words *words, int index, uint64_t *at)
{
	uint64_t us;

	*at = board_now(emulator);
	if (words->count <= index)
		return true;
	bool relative = words->word[index][0] == '+';
	if (!number(words->word[index] + relative, UINT64_MAX / CYCLES_PER_US / 2, &us))
		return false;
	*at = us * CYCLES_PER_US + (relative ? board_now(emulator) : 0);
	return true;
}

static const char *contact(struct emulator *emulator, const struct words *words)
{
	uint64_t row, column, level, at;

	if (words->count < 4 || !number(words->word[1], ROWS, &row) || !number(words->word[2], COLUMNS, &column) ||
	    !number(words->word[3], 1, &level) || !row || !column || !moment(emulator, words, 4, &at))
		return "contact ROW COLUMN LEVEL [AT], with a row of 1 to 6, a column of 1 to 12, a level of 0 or 1";
	/* Other lines drive lamps: a contact there would be a short circuit. */
	if (row > emulator->rows || column > emulator->columns)
		return "no such contact: this program looks at fewer rows or columns";
	events_add(&emulator->events, (struct event){.at = at, .row = (uint8_t)(row - 1),
						     .column = (uint8_t)(column - 1), .closed = level});
	return NULL;
}

static const char *button(struct emulator *emulator, const struct words *words)
{
	uint64_t level, at;

	if (words->count < 2 || !number(words->word[1], 1, &level) || !moment(emulator, words, 2, &at))
		return "button LEVEL [AT], with a level of 0 or 1";
	events_add(&emulator->events, (struct event){.at = at, .row = BUTTON, .closed = level});
	return NULL;
}

static bool duration(const struct words *words, int index, uint64_t *us)
{
	*us = 0;
	return words->count <= index || (number(words->word[index], UINT32_MAX, us) && *us);
}

static const char *power(struct emulator *emulator, const struct words *words)
{
	uint64_t us;

	if (words->count >= 2 && !strcmp(words->word[1], "off") && duration(words, 2, &us))
		board_power_off(emulator, us);
	else if (words->count == 2 && !strcmp(words->word[1], "on"))
		board_power_on(emulator);
	else
		return "power off [MICROSECONDS], or power on";
	return NULL;
}

static const char *hang(struct emulator *emulator, const struct words *words)
{
	uint64_t us;

	if (!duration(words, 1, &us))
		return "hang [MICROSECONDS]";
	board_hang(emulator, us);
	return NULL;
}

static const char *reset(struct emulator *emulator, const struct words *words)
{
	static const struct {
		const char *name;
		enum cause cause;
	} causes[] = {{"power", CAUSE_POWER}, {"external", CAUSE_EXTERNAL}, {"brownout", CAUSE_BROWN_OUT}};

	for (size_t i = 0; words->count == 2 && i < sizeof causes / sizeof *causes; i++)
		if (!strcmp(words->word[1], causes[i].name)) {
			board_reset(emulator, causes[i].cause);
			return NULL;
		}
	return "reset power, reset external or reset brownout";
}

static int digit(char of)
{
	const char *digits = "0123456789abcdef";
	const char *found = of ? strchr(digits, tolower((unsigned char)of)) : NULL;

	return found ? (int)(found - digits) : -1;
}

static const char *send_bytes(struct emulator *emulator, const struct words *words)
{
	if (words->count != 2 || strlen(words->word[1]) % 2)
		return "send HEX, two digits a byte";
	for (const char *at = words->word[1]; *at; at += 2) {
		if (digit(at[0]) < 0 || digit(at[1]) < 0)
			return "send HEX, with digits 0 to 9 and a to f";
		line_put(&emulator->to_chip, (uint8_t)(digit(at[0]) << 4 | digit(at[1])));
	}
	return NULL;
}

static void heard(struct emulator *emulator, char *answer, size_t room)
{
	size_t used = (size_t)snprintf(answer, room, "ok ");
	uint8_t byte;

	while (used + 3 < room && line_take(&emulator->kept, &byte))
		used += (size_t)snprintf(answer + used, room - used, "%02x", byte);
}

static void figures(struct emulator *emulator, char *answer, size_t room)
{
	const struct figures *now = &emulator->figures;

	snprintf(answer, room,
		 "ok cycles=%llu loops=%llu worst_loop_cycles=%llu mean_loop_cycles=%llu stack_bytes=%zu resets=%u "
		 "sent=%llu heard=%llu lost=%llu portb=%u portc=%u portd=%u slept_cycles=%llu eeprom_writes=%u "
		 "clock_us=%llu paced_us=%llu given_up_us=%llu",
		 (unsigned long long)board_now(emulator), (unsigned long long)now->loops,
		 (unsigned long long)now->worst_loop, (unsigned long long)(now->loops ? now->busy / now->loops : 0),
		 board_stack(emulator), now->resets, (unsigned long long)now->sent, (unsigned long long)now->heard,
		 (unsigned long long)now->lost, board_lit(emulator, 'B'), board_lit(emulator, 'C'),
		 board_lit(emulator, 'D'), (unsigned long long)now->slept, now->eeprom_writes,
		 (unsigned long long)emulator->pace.clock, (unsigned long long)emulator->pace.virtual_time,
		 (unsigned long long)emulator->pace.given_up);
}

static const char *run(struct emulator *emulator, const struct words *words)
{
	uint64_t us;

	if (!emulator->options.stepped)
		return "run is for --step: without it time runs by itself";
	if (words->count != 2 || !number(words->word[1], UINT32_MAX, &us))
		return "run MICROSECONDS";
	emulator->until = board_now(emulator) + us * CYCLES_PER_US;
	while (board_now(emulator) < emulator->until) {
		board_step(emulator);
	}
	serial_poll(emulator);
	return NULL;
}

bool command(struct emulator *emulator, char *line, char *answer, size_t room)
{
	struct words words = split(line);
	const char *name = words.count ? words.word[0] : "";
	const char *mistake = NULL;

	snprintf(answer, room, "ok");
	if (!*name || *name == '#')
		return true;
	if (!strcmp(name, "contact"))
		mistake = contact(emulator, &words);
	else if (!strcmp(name, "button"))
		mistake = button(emulator, &words);
	else if (!strcmp(name, "power"))
		mistake = power(emulator, &words);
	else if (!strcmp(name, "reset"))
		mistake = reset(emulator, &words);
	else if (!strcmp(name, "hang"))
		mistake = hang(emulator, &words);
	else if (!strcmp(name, "run"))
		mistake = run(emulator, &words);
	else if (!strcmp(name, "send"))
		mistake = send_bytes(emulator, &words);
	else if (!strcmp(name, "heard"))
		heard(emulator, answer, room);
	else if (!strcmp(name, "now"))
		snprintf(answer, room, "ok %llu", (unsigned long long)(board_now(emulator) / CYCLES_PER_US));
	else if (!strcmp(name, "figures"))
		figures(emulator, answer, room);
	else if (!strcmp(name, "clear"))
		emulator->figures = (struct figures){.resets = emulator->figures.resets};
	else if (!strcmp(name, "quit"))
		return false;
	else
		mistake = "no such command: contact, button, power, reset, hang, run, send, heard, now, figures, clear, quit";
	if (mistake)
		snprintf(answer, room, "error %s", mistake);
	return true;
}
