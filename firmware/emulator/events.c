/* What is still to happen, the earliest first: a heap. And bytes in a ring. */
#include <stdlib.h>

#include "emulator.h"

static bool before(const struct event *one, const struct event *other)
{
	return one->at != other->at ? one->at < other->at : one->order < other->order;
}

static void swap(struct event *one, struct event *other)
{
	struct event kept = *one;

	*one = *other;
	*other = kept;
}

void events_add(struct events *events, struct event event)
{
	if (events->count == events->room) {
		events->room = events->room ? events->room * 2 : 256;
		events->heap = realloc(events->heap, events->room * sizeof *events->heap);
		if (!events->heap)
			fail("no memory for %zu events", events->room);
	}
	event.order = events->order++;
	size_t at = events->count++;
	events->heap[at] = event;
	for (; at && before(&events->heap[at], &events->heap[(at - 1) / 2]); at = (at - 1) / 2)
		swap(&events->heap[at], &events->heap[(at - 1) / 2]);
}

bool events_take(struct events *events, uint64_t now, struct event *event)
{
	if (!events->count || events->heap[0].at > now)
		return false;
	*event = events->heap[0];
	events->heap[0] = events->heap[--events->count];
	for (size_t at = 0;;) {
		size_t least = at;

		for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < events->count; child++)
			if (before(&events->heap[child], &events->heap[least]))
				least = child;
		if (least == at)
			return true;
		swap(&events->heap[at], &events->heap[least]);
		at = least;
	}
}

bool line_put(struct line *line, uint8_t byte)
{
	size_t next = (line->end + 1) % SERIAL_BYTES;

	if (next == line->begin)
		return false;
	line->bytes[line->end] = byte;
	line->end = next;
	return true;
}

bool line_take(struct line *line, uint8_t *byte)
{
	if (line->begin == line->end)
		return false;
	*byte = line->bytes[line->begin];
	line->begin = (line->begin + 1) % SERIAL_BYTES;
	return true;
}

size_t line_count(const struct line *line)
{
	return (line->end + SERIAL_BYTES - line->begin) % SERIAL_BYTES;
}
