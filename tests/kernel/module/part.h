/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/* A chip at an address of a simulated I2C bus. */
#ifndef TRAY_PART_H
#define TRAY_PART_H

#include <linux/seq_file.h>
#include <linux/types.h>

struct part;

/*
 * What a kind of chip does. None of these sleeps or locks: whoever calls holds the one lock of all parts. "write" and
 * "read" are one message each, from its start condition to the next.
 */
struct part_kind {
	const char *name;
	size_t size;
	void (*power_on)(struct part *part);
	void (*write)(struct part *part, const u8 *bytes, size_t count);
	void (*read)(struct part *part, u8 *bytes, size_t count);
	/* Whether it pulls its interrupt output to ground. May be absent. */
	bool (*interrupts)(const struct part *part);
	/* A switch ties an input to ground, or lets go of it. May be absent. */
	void (*ground)(struct part *part, unsigned int input, bool grounded);
	/* What people see of it. May be absent. */
	void (*show)(const struct part *part, struct seq_file *to);
};

struct part {
	const struct part_kind *kind;
	bool powered;
};

extern const struct part_kind mcp23017;
extern const struct part_kind ssd1306;
extern const struct part_kind sh1106;

/* In the gpio-sim that is built with this: ties a line to ground, or lets go of it. */
int gpio_sim_ground(const char *label, unsigned int offset, bool grounded);

#endif
