/* flapscan-emulator: the scanner's program on a simulated Nano. `--help` says how. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "emulator.h"

#define CLIENTS 4
#define LINE_ROOM 65536
/* Between two looks at whoever is connected. */
#define SLICE_US 500
/* Further behind than this the emulator does not try to catch up: a busy machine would never see it rest. */
#define BEHIND_NS 200000000LL

static const char USAGE[] =
	"flapscan-emulator [options] PROGRAM.elf\n"
	"  --socket PATH     takes commands at this Unix socket, a line each\n"
	"  --script FILE     carries out the commands in FILE first\n"
	"  --eeprom FILE     keeps the EEPROM in FILE\n"
	"  --link PATH       a symbolic link to the pty\n"
	"  --no-pty          no pty: commands send and heard instead\n"
	"  --pace 0|1        1 (unless told): virtual time goes as the clock does; 0: as fast as can be\n"
	"  --step            virtual time goes only by the command run\n"
	"  --run US          ends after so many microseconds\n"
	"  --rise US         how long a column takes to rise (35)\n"
	"  --fall US         how long a column takes to fall (2)\n"
	"  --bootloader US   how long a boot loader stands before the program after a reset (0)\n"
	"  --reset-on-open   opening the pty resets the chip, as a Nano's DTR does\n"
	"  --no-led          D13 has no LED\n";

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

void fail(const char *sentence, ...)
{
	va_list values;

	va_start(values, sentence);
	fputs("flapscan-emulator: ", stderr);
	vfprintf(stderr, sentence, values);
	fputc('\n', stderr);
	va_end(values);
	exit(2);
}

struct client {
	int fd;
	size_t used;
	char line[LINE_ROOM];
};

struct server {
	int fd;
	struct client clients[CLIENTS];
};

static struct emulator emulator;
static struct server server;
static char answer[3 * LINE_ROOM];

static uint64_t as_number(const char *option, const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);

	if (!*text || *end || *text == '-')
		fail("--%s %s: give a number of 0 or more", option, text);
	return value;
}

static struct options read_options(int count, char **words)
{
	static const struct option known[] = {
		{"socket", required_argument, NULL, 's'},     {"script", required_argument, NULL, 'f'},
		{"eeprom", required_argument, NULL, 'e'},     {"link", required_argument, NULL, 'l'},
		{"no-pty", no_argument, NULL, 'n'},           {"pace", required_argument, NULL, 'p'},
		{"step", no_argument, NULL, 'S'},             {"run", required_argument, NULL, 'r'},
		{"rise", required_argument, NULL, 'R'},       {"bootloader", required_argument, NULL, 'b'},
		{"reset-on-open", no_argument, NULL, 'o'},    {"no-led", no_argument, NULL, 'L'},
		{"fall", required_argument, NULL, 'F'},       {"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	struct options options = {.paced = true, .pty = true, .led = true, .rise_us = 35, .fall_us = 2};

	for (int option; (option = getopt_long(count, words, "", known, NULL)) != -1;) {
		switch (option) {
		case 's': options.socket = optarg; break;
		case 'f': options.script = optarg; break;
		case 'e': options.eeprom = optarg; break;
		case 'l': options.link = optarg; break;
		case 'n': options.pty = false; break;
		case 'p':
			if (as_number("pace", optarg) > 1)
				fail("--pace %s: give 1, as the clock, or 0, as fast as can be", optarg);
			options.paced = *optarg == '1';
			break;
		case 'S': options.stepped = true; break;
		case 'r': options.run_us = as_number("run", optarg); break;
		case 'R': options.rise_us = as_number("rise", optarg); break;
		case 'F': options.fall_us = as_number("fall", optarg); break;
		case 'b': options.bootloader_us = as_number("bootloader", optarg); break;
		case 'o': options.reset_on_open = true; break;
		case 'L': options.led = false; break;
		case 'h': fputs(USAGE, stdout); exit(0);
		default: exit(2);
		}
	}
	if (optind + 1 != count)
		fail("give one program, an ELF file");
	options.elf = words[optind];
	return options;
}

static void listen_at(const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (strlen(path) >= sizeof address.sun_path)
		fail("%s is too long for a socket", path);
	strcpy(address.sun_path, path);
	unlink(path);
	server.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (server.fd < 0 || bind(server.fd, (struct sockaddr *)&address, sizeof address) || listen(server.fd, CLIENTS))
		fail("cannot listen at %s: %s", path, strerror(errno));
}

/* However it ends, nothing of it stays behind. */
static void clean_up(void)
{
	serial_end(&emulator);
	if (server.fd >= 0)
		unlink(emulator.options.socket);
}

static bool answered(int fd)
{
	size_t length = strlen(answer);

	answer[length++] = '\n';
	for (size_t done = 0; done < length;) {
		ssize_t count = send(fd, answer + done, length - done, MSG_NOSIGNAL);

		if (count <= 0)
			return false;
		done += (size_t)count;
	}
	return true;
}

/* False when the client is to go. */
static bool serve(struct client *client)
{
	ssize_t count = read(client->fd, client->line + client->used, LINE_ROOM - 1 - client->used);

	if (count <= 0)
		return false;
	client->used += (size_t)count;
	client->line[client->used] = 0;
	char *begin = client->line;
	for (char *end; (end = strchr(begin, '\n')); begin = end + 1) {
		*end = 0;
		if (!command(&emulator, begin, answer, sizeof answer - 1))
			stopped = 1;
		if (!answered(client->fd))
			return false;
	}
	client->used -= (size_t)(begin - client->line);
	memmove(client->line, begin, client->used);
	return client->used < LINE_ROOM - 1;
}

/* Waits at most `wait_ns` for commands, and carries them out. */
static void serve_all(int64_t wait_ns)
{
	struct pollfd fds[CLIENTS + 2];
	struct client *owners[CLIENTS + 2] = {NULL};
	nfds_t count = 0;

	if (server.fd >= 0)
		fds[count++] = (struct pollfd){.fd = server.fd, .events = POLLIN};
	for (size_t i = 0; server.fd >= 0 && i < CLIENTS; i++)
		if (server.clients[i].fd >= 0) {
			owners[count] = &server.clients[i];
			fds[count++] = (struct pollfd){.fd = server.clients[i].fd, .events = POLLIN};
		}
	const struct timespec wait = {wait_ns / 1000000000, wait_ns % 1000000000};
	if (ppoll(fds, count, &wait, NULL) <= 0)
		return;
	for (nfds_t i = 0; i < count; i++) {
		if (!fds[i].revents)
			continue;
		if (owners[i]) {
			if (!serve(owners[i])) {
				close(owners[i]->fd);
				owners[i]->fd = -1;
			}
			continue;
		}
		int fd = accept4(server.fd, NULL, NULL, SOCK_CLOEXEC);
		for (size_t c = 0; fd >= 0 && c < CLIENTS; c++)
			if (server.clients[c].fd < 0) {
				server.clients[c] = (struct client){.fd = fd};
				fd = -1;
			}
		if (fd >= 0)
			close(fd);
	}
}

static void run_script(const char *path)
{
	char line[1024];
	FILE *file = fopen(path, "r");

	if (!file)
		fail("cannot read the script %s: %s", path, strerror(errno));
	for (int number = 1; fgets(line, sizeof line, file); number++) {
		command(&emulator, line, answer, sizeof answer - 1);
		if (!strncmp(answer, "error", 5))
			fail("%s, line %d: %s", path, number, answer + 6);
	}
	fclose(file);
}

static int64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void run(void)
{
	int64_t began = clock_ns();

	while (!stopped) {
		if (emulator.options.stepped) {
			serve_all(1000000000);
			serial_poll(&emulator);
			board_store_eeprom(&emulator);
			continue;
		}
		for (uint64_t end = board_now(&emulator) + SLICE_US * CYCLES_PER_US; board_now(&emulator) < end;)
			board_step(&emulator);
		serial_poll(&emulator);
		board_store_eeprom(&emulator);
		int64_t virtual_ns = (int64_t)(board_now(&emulator) * 1000 / CYCLES_PER_US);
		int64_t clock = clock_ns();
		int64_t ahead = emulator.options.paced ? virtual_ns - (clock - began) : 0;
		emulator.pace.clock = (uint64_t)clock / 1000;
		emulator.pace.virtual_time = (uint64_t)virtual_ns / 1000;
		if (ahead < -BEHIND_NS) {
			began -= ahead;
			emulator.pace.given_up += (uint64_t)-ahead / 1000;
		}
		serve_all(ahead > 0 ? ahead : 0);
		if (emulator.options.run_us && board_now(&emulator) >= emulator.options.run_us * CYCLES_PER_US)
			stopped = 1;
	}
}

int main(int count, char **words)
{
	emulator.options = read_options(count, words);
	server.fd = -1;
	for (size_t i = 0; i < CLIENTS; i++)
		server.clients[i].fd = -1;
	const struct sigaction action = {.sa_handler = stop}, ignored = {.sa_handler = SIG_IGN};
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGPIPE, &ignored, NULL);
	atexit(clean_up);
	board_begin(&emulator);
	serial_begin(&emulator);
	board_reset(&emulator, CAUSE_POWER);
	if (emulator.options.script)
		run_script(emulator.options.script);
	if (emulator.options.socket)
		listen_at(emulator.options.socket);
	if (emulator.options.pty)
		printf("pty %s\n", emulator.port_name);
	puts("ready");
	fflush(stdout);
	run();
	board_store_eeprom(&emulator);
	char line[] = "figures";
	command(&emulator, line, answer, sizeof answer - 1);
	printf("%s\n", answer + 3);
	return 0;
}
