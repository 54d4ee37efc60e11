/* The UART's other end: bytes at the pace of the wire, to and from a pty and the commands `send` and `heard`. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <termios.h>
#include <unistd.h>

#include <avr_uart.h>
#include <sim_io.h>

#include "emulator.h"

DEFINE_FIFO(uint16_t, uart_fifo);

static void chip_sends(struct avr_irq_t *irq, uint32_t value, void *param)
{
	struct emulator *emulator = param;

	(void)irq;
	/* simavr tells of a byte when it is handed over; the wire has the whole of it a byte's time later. */
	if (!line_count(&emulator->from_chip))
		emulator->sent_at = board_now(emulator) + BYTE_CYCLES;
	line_put(&emulator->from_chip, (uint8_t)value);
}

static void open_pty(struct emulator *emulator)
{
	emulator->pty = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (emulator->pty < 0 || grantpt(emulator->pty) || unlockpt(emulator->pty) ||
	    ptsname_r(emulator->pty, emulator->port_name, sizeof emulator->port_name))
		fail("cannot open a pty: %s", strerror(errno));
	/* Opened and closed once, so that the master tells whether somebody has it open. */
	struct termios raw;
	int slave = open(emulator->port_name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (slave < 0 || tcgetattr(slave, &raw))
		fail("cannot open %s: %s", emulator->port_name, strerror(errno));
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	close(slave);
	/* The master does not tell of a port that is closed and opened again at once. */
	emulator->openings = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (emulator->openings < 0 || inotify_add_watch(emulator->openings, emulator->port_name, IN_OPEN | IN_CLOSE) < 0)
		fail("cannot watch %s: %s", emulator->port_name, strerror(errno));
	if (emulator->options.link) {
		char beside[4096];

		snprintf(beside, sizeof beside, "%s.new", emulator->options.link);
		unlink(beside);
		if (symlink(emulator->port_name, beside) || rename(beside, emulator->options.link))
			fail("cannot make the link %s: %s", emulator->options.link, strerror(errno));
		emulator->linked = true;
	}
}

void serial_begin(struct emulator *emulator)
{
	uint32_t flags = 0;

	emulator->pty = -1;
	if (emulator->options.pty)
		open_pty(emulator);
	avr_ioctl(emulator->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	avr_irq_t *out = avr_io_getirq(emulator->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT);
	emulator->uart_in = avr_io_getirq(emulator->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	avr_irq_register_notify(out, chip_sends, emulator);
	for (avr_io_t *io = emulator->avr->io_port; io; io = io->next)
		if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
			emulator->uart = (avr_uart_t *)io;
	if (!emulator->uart)
		fail("this simavr's atmega328p has no UART 0");
}

void serial_end(struct emulator *emulator)
{
	if (emulator->linked)
		unlink(emulator->options.link);
}

static void deliver(struct emulator *emulator, uint8_t byte)
{
	emulator->figures.sent++;
	if (emulator->options.pty) {
		/* As with a real adapter, what nobody reads is lost. */
		if (!emulator->port_open || write(emulator->pty, &byte, 1) != 1)
			emulator->figures.lost++;
	} else if (!line_put(&emulator->kept, byte)) {
		emulator->figures.lost++;
	}
}

void serial_beat(struct emulator *emulator)
{
	uint64_t now = board_now(emulator);
	uint8_t byte;

	while (line_count(&emulator->from_chip) && emulator->sent_at <= now) {
		line_take(&emulator->from_chip, &byte);
		deliver(emulator, byte);
		emulator->sent_at += BYTE_CYCLES;
	}
	/* simavr counts a byte's time from when the one before was read, not from when it came: a wire without pauses is
	 * a little too fast for it. Two bytes wait in the chip, as they can in a real one, and the wire for them. */
	if (uart_fifo_get_read_size(&emulator->uart->input) < 2 && line_take(&emulator->to_chip, &byte)) {
		emulator->figures.heard++;
		if (emulator->powered && now >= emulator->held_until)
			avr_raise_irq(emulator->uart_in, byte);
	}
}

/* DTR goes up with the first who opens the port, and down only with the last who closes it: whoever opens it while another
 * has it changes nothing. */
static bool dtr_rose(struct emulator *emulator)
{
	char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	ssize_t count = read(emulator->openings, events, sizeof events);
	bool rose = false;

	for (ssize_t at = 0; at < count;) {
		const struct inotify_event *event = (const void *)(events + at);

		if (event->mask & IN_OPEN)
			rose |= emulator->openers++ == 0;
		else if (event->mask & IN_CLOSE && emulator->openers)
			emulator->openers--;
		at += (ssize_t)(sizeof *event + event->len);
	}
	return rose;
}

void serial_poll(struct emulator *emulator)
{
	if (emulator->pty < 0)
		return;
	struct pollfd fd = {.fd = emulator->pty, .events = POLLIN};
	if (poll(&fd, 1, 0) < 0)
		return;
	bool rose = dtr_rose(emulator);
	emulator->port_open = !(fd.revents & POLLHUP);
	if (rose && emulator->options.reset_on_open && emulator->powered)
		board_reset(emulator, CAUSE_EXTERNAL);
	/* No more at a time than the adapter's buffer takes, so that whoever writes too much is held up. */
	while (fd.revents & POLLIN && line_count(&emulator->to_chip) < 128) {
		uint8_t bytes[64];
		ssize_t count = read(emulator->pty, bytes, sizeof bytes);

		if (count <= 0)
			break;
		for (ssize_t i = 0; i < count; i++)
			line_put(&emulator->to_chip, bytes[i]);
	}
}
