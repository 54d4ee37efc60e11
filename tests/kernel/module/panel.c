// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * An OLED of 128 x 64 pixels with an SSD1306 (Solomon Systech, data sheet revision 1.1) or an SH1106 (Sino Wealth, data
 * sheet version 2.3), mounted as modules are: upright where segments are remapped (A1h) and rows scanned from COM63
 * (C8h). Commands that change neither memory nor picture are taken with their arguments and do nothing.
 */
#include <linux/container_of.h>
#include <linux/random.h>
#include <linux/string.h>

#include "part.h"

#define WIDTH 128
#define ROWS 64
#define PAGES 8
#define MOST_COLUMNS 132
#define MOST_ARGUMENTS 6

enum addressing { HORIZONTAL, VERTICAL, PAGE };

struct panel {
	struct part part;
	/* By segment of the glass: what is stored stays where it is when segments are remapped later. */
	u8 memory[PAGES][MOST_COLUMNS];
	enum addressing addressing;
	u8 column, page;
	u8 first_column, last_column, first_page, last_page;
	bool remapped, from_last, lit, all_lit, inverse, pumping;
	u8 start_line, offset, driven, contrast;
	u8 command[1 + MOST_ARGUMENTS];
	u8 waiting;
};

static struct panel *of(struct part *part)
{
	return container_of(part, struct panel, part);
}

static bool windowed(const struct panel *p)
{
	return p->part.kind == &ssd1306;
}

static u8 columns(const struct panel *p)
{
	return windowed(p) ? WIDTH : MOST_COLUMNS;
}

static void panel_power_on(struct part *part)
{
	struct panel *p = of(part);

	memset(&p->memory, 0, sizeof(*p) - offsetof(struct panel, memory));
	get_random_bytes(p->memory, sizeof(p->memory));
	p->addressing = PAGE;
	p->last_column = WIDTH - 1;
	p->last_page = PAGES - 1;
	p->driven = ROWS;
	/* The SSD1306 waits for its charge pump to be switched on, the converter of an SH1106 is on from reset. */
	p->pumping = !windowed(p);
	p->contrast = windowed(p) ? 0x7F : 0x80;
}

/* How many bytes belong to a command beside itself. */
static u8 arguments(const struct panel *p, u8 command)
{
	switch (command) {
	case 0x81: case 0xA8: case 0xD3: case 0xD5: case 0xD9: case 0xDA: case 0xDB:
		return 1;
	case 0xAD:
		return windowed(p) ? 0 : 1;
	case 0x20: case 0x8D:
		return windowed(p) ? 1 : 0;
	case 0x21: case 0x22: case 0xA3:
		return windowed(p) ? 2 : 0;
	case 0x26: case 0x27:
		return windowed(p) ? 6 : 0;
	case 0x29: case 0x2A:
		return windowed(p) ? 5 : 0;
	default:
		return 0;
	}
}

static void obey(struct panel *p, const u8 *command)
{
	switch (command[0]) {
	case 0x00 ... 0x0F:
		p->column = (p->column & 0xF0) | command[0];
		break;
	case 0x10 ... 0x1F:
		p->column = (p->column & 0x0F) | (command[0] & 0x0F) << 4;
		break;
	case 0x20:
		if (windowed(p) && (command[1] & 3) <= PAGE)
			p->addressing = command[1] & 3;
		break;
	case 0x21:
		if (windowed(p)) {
			p->column = p->first_column = command[1] & 0x7F;
			p->last_column = command[2] & 0x7F;
		}
		break;
	case 0x22:
		if (windowed(p)) {
			p->page = p->first_page = command[1] & 7;
			p->last_page = command[2] & 7;
		}
		break;
	case 0x40 ... 0x7F:
		p->start_line = command[0] & 0x3F;
		break;
	case 0x81:
		p->contrast = command[1];
		break;
	case 0x8D:
		if (windowed(p))
			p->pumping = command[1] & 4;
		break;
	case 0xA0: case 0xA1:
		p->remapped = command[0] & 1;
		break;
	case 0xA4: case 0xA5:
		p->all_lit = command[0] & 1;
		break;
	case 0xA6: case 0xA7:
		p->inverse = command[0] & 1;
		break;
	case 0xA8:
		p->driven = (command[1] & 0x3F) + 1;
		break;
	case 0xAE: case 0xAF:
		p->lit = command[0] & 1;
		break;
	case 0xB0 ... 0xB7:
		p->page = command[0] & 7;
		break;
	case 0xC0 ... 0xCF:
		p->from_last = command[0] & 8;
		break;
	case 0xD3:
		p->offset = command[1] & 0x3F;
		break;
	}
}

static bool next(u8 *position, u8 first, u8 last)
{
	bool ended = *position == last;

	*position = ended ? first : *position + 1;
	return ended;
}

static void store(struct panel *p, u8 byte)
{
	u8 last = columns(p) - 1;

	if (p->column <= last)
		p->memory[p->page][p->remapped ? last - p->column : p->column] = byte;
	switch (p->addressing) {
	case PAGE:
		/* The SSD1306 begins the page again, the SH1106 takes no more. */
		if (p->column == last)
			p->column = windowed(p) ? 0 : last + 1;
		else if (p->column < last)
			p->column++;
		break;
	case HORIZONTAL:
		if (next(&p->column, p->first_column, p->last_column))
			next(&p->page, p->first_page, p->last_page);
		break;
	case VERTICAL:
		if (next(&p->page, p->first_page, p->last_page))
			next(&p->column, p->first_column, p->last_column);
		break;
	}
}

static void panel_write(struct part *part, const u8 *bytes, size_t count)
{
	struct panel *p = of(part);
	u8 control;

	if (!count)
		return;
	/* Without the continuation bit everything after the control byte is of one kind. */
	control = *bytes;
	while (--count) {
		u8 byte = *++bytes;

		if (control & 0x40) {
			store(p, byte);
			continue;
		}
		p->command[p->waiting++] = byte;
		if (p->waiting > arguments(p, p->command[0])) {
			obey(p, p->command);
			p->waiting = 0;
		}
	}
}

static void panel_read(struct part *part, u8 *bytes, size_t count)
{
	memset(bytes, of(part)->lit ? 0x00 : 0x40, count);
}

static bool shines(const struct panel *p, unsigned int x, unsigned int y)
{
	/* Neither of the two hard-wires the glass in the order of its memory: both axes run against the picture. */
	unsigned int segment = (columns(p) + WIDTH) / 2 - 1 - x;
	unsigned int com = ROWS - 1 - y;
	unsigned int row = p->from_last ? ROWS - 1 - com : com;
	unsigned int line = (row + p->start_line + p->offset) % ROWS;

	if (!p->part.powered || !p->lit || !p->pumping || row >= p->driven)
		return false;
	return p->all_lit || (p->memory[line / 8][segment] >> line % 8 & 1) != p->inverse;
}

static void panel_show(const struct part *part, struct seq_file *to)
{
	const struct panel *p = container_of(part, struct panel, part);
	unsigned int x, y;

	for (y = 0; y < ROWS; y++) {
		for (x = 0; x < WIDTH; x++)
			seq_putc(to, shines(p, x, y) ? '#' : '.');
		seq_putc(to, '\n');
	}
}

const struct part_kind ssd1306 = {
	.name = "ssd1306",
	.size = sizeof(struct panel),
	.power_on = panel_power_on,
	.write = panel_write,
	.read = panel_read,
	.show = panel_show,
};

const struct part_kind sh1106 = {
	.name = "sh1106",
	.size = sizeof(struct panel),
	.power_on = panel_power_on,
	.write = panel_write,
	.read = panel_read,
	.show = panel_show,
};
