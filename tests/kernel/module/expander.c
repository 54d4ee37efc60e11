// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * A Microchip MCP23017, as its data sheet DS20001952 describes it: sixteen pins, eleven registers for each port, two
 * ways of numbering them, interrupts on change. What is at its pins are switches to ground.
 */
#include <linux/bits.h>
#include <linux/container_of.h>
#include <linux/string.h>

#include "part.h"

enum {
	IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT, REGISTERS,
	PORTS = 2,
};

#define IOCON_BANK BIT(7)
#define IOCON_SEQOP BIT(5)
#define IOCON_UNUSED BIT(0)

struct expander {
	struct part part;
	u8 reg[REGISTERS][PORTS];
	/* Levels that an interrupt on change compares with. */
	u8 before[PORTS];
	u8 pointer;
	/* Closed switches, which know nothing of the chip's supply. */
	u16 grounded;
};

static struct expander *of(struct part *part)
{
	return container_of(part, struct expander, part);
}

static u8 levels(const struct expander *e, int port)
{
	u8 inputs = e->reg[IODIR][port];
	u8 tied = e->grounded >> (8 * port);

	/* An input that is neither pulled up nor tied has leaked down to ground. */
	return (inputs & e->reg[GPPU][port] & ~tied) | (~inputs & e->reg[OLAT][port]);
}

static u8 as_read(const struct expander *e, int port)
{
	return levels(e, port) ^ (e->reg[IPOL][port] & e->reg[IODIR][port]);
}

static void compare(struct expander *e)
{
	int port;

	for (port = 0; port < PORTS; port++) {
		u8 now = levels(e, port);
		u8 to_defval = e->reg[INTCON][port];
		u8 expected = (e->reg[DEFVAL][port] & to_defval) | (e->before[port] & ~to_defval);
		u8 caught = (now ^ expected) & e->reg[GPINTEN][port] & e->reg[IODIR][port];

		/* What is pending keeps what it caught until GPIO or INTCAP are read. */
		if (e->reg[INTF][port])
			continue;
		e->before[port] = now;
		if (caught) {
			e->reg[INTF][port] = caught;
			e->reg[INTCAP][port] = as_read(e, port);
		}
	}
}

static void expander_power_on(struct part *part)
{
	struct expander *e = of(part);

	memset(e->reg, 0, sizeof(e->reg));
	e->reg[IODIR][0] = e->reg[IODIR][1] = 0xFF;
	e->pointer = 0;
	e->before[0] = levels(e, 0);
	e->before[1] = levels(e, 1);
}

static bool banked(const struct expander *e)
{
	return e->reg[IOCON][0] & IOCON_BANK;
}

/* The register and port at an address; false where there is none. */
static bool find(const struct expander *e, u8 address, int *reg, int *port)
{
	*reg = banked(e) ? address & 0x0F : address >> 1;
	*port = banked(e) ? address >> 4 : address & 1;
	return *reg < REGISTERS && *port < PORTS;
}

static void advance(struct expander *e)
{
	u8 last = banked(e) ? 0x1A : 0x15;

	if (e->reg[IOCON][0] & IOCON_SEQOP)
		e->pointer ^= banked(e) ? 0 : 1;
	else
		e->pointer = e->pointer >= last ? 0 : e->pointer + 1;
}

static void expander_write(struct part *part, const u8 *bytes, size_t count)
{
	struct expander *e = of(part);
	int reg, port;

	if (!count)
		return;
	e->pointer = *bytes;
	while (--count) {
		u8 value = *++bytes;

		if (find(e, e->pointer, &reg, &port)) {
			if (reg == IOCON)
				e->reg[IOCON][0] = e->reg[IOCON][1] = value & ~IOCON_UNUSED;
			else if (reg != INTF && reg != INTCAP)
				e->reg[reg == GPIO ? OLAT : reg][port] = value;
			if (reg == GPINTEN)
				e->before[port] = levels(e, port);
		}
		compare(e);
		advance(e);
	}
}

static void expander_read(struct part *part, u8 *bytes, size_t count)
{
	struct expander *e = of(part);
	int reg, port;

	for (; count; count--, bytes++) {
		*bytes = 0;
		if (find(e, e->pointer, &reg, &port)) {
			*bytes = reg == GPIO ? as_read(e, port) : e->reg[reg][port];
			if (reg == GPIO || reg == INTCAP) {
				e->reg[INTF][port] = 0;
				e->before[port] = levels(e, port);
			}
		}
		advance(e);
	}
}

static bool expander_interrupts(const struct part *part)
{
	const struct expander *e = container_of(part, struct expander, part);

	/* Both outputs are on the one wire around the table, where only an open drain may be. */
	return e->reg[INTF][0] || e->reg[INTF][1];
}

static void expander_ground(struct part *part, unsigned int input, bool grounded)
{
	struct expander *e = of(part);
	u16 bit = BIT(input & 15);

	e->grounded = grounded ? e->grounded | bit : e->grounded & ~bit;
	compare(e);
}

static void expander_show(const struct part *part, struct seq_file *to)
{
	const struct expander *e = container_of(part, struct expander, part);
	int reg;

	for (reg = 0; reg < REGISTERS; reg++)
		seq_printf(to, "%02x%02x ", e->reg[reg][1], e->reg[reg][0]);
	seq_printf(to, "%04x\n", e->grounded);
}

const struct part_kind mcp23017 = {
	.name = "mcp23017",
	.size = sizeof(struct expander),
	.power_on = expander_power_on,
	.write = expander_write,
	.read = expander_read,
	.interrupts = expander_interrupts,
	.ground = expander_ground,
	.show = expander_show,
};
