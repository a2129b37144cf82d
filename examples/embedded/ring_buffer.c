// A ring buffer between an interrupt and the main loop of a UART driver, which passes on lines.
//   -DBUG=1  the buffer counts as full one byte too late
//   -DBUG=2  the line has no room left for its end
//   -DBUG=3  after an overrun the count is wrong
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define CAPACITY 8
#define LINE 6

extern unsigned char __VERIFIER_nondet_uchar(void);

struct ring {
    uint8_t bytes[CAPACITY];
    uint8_t head;
    uint8_t tail;
    uint8_t count;
};

struct statistics {
    uint16_t received;
    uint16_t dropped;
    uint16_t lines;
};

static struct ring receive;
static struct statistics statistics;

static void ring_init(struct ring *ring)
{
    memset(ring, 0, sizeof *ring);
}

static bool ring_is_full(const struct ring *ring)
{
#if BUG == 1
    return ring->count > CAPACITY;
#else
    return ring->count == CAPACITY;
#endif
}

static bool ring_is_empty(const struct ring *ring)
{
    return ring->count == 0;
}

static uint8_t ring_next(uint8_t position)
{
    position++;
    return position == CAPACITY ? 0 : position;
}

static bool ring_put(struct ring *ring, uint8_t byte)
{
    if (ring_is_full(ring))
        return false;
    ring->bytes[ring->head] = byte;
    ring->head = ring_next(ring->head);
    ring->count++;
    return true;
}

static bool ring_get(struct ring *ring, uint8_t *byte)
{
    if (ring_is_empty(ring))
        return false;
    *byte = ring->bytes[ring->tail];
    ring->tail = ring_next(ring->tail);
    ring->count--;
    return true;
}

static void ring_check(const struct ring *ring)
{
    assert(ring->count <= CAPACITY);
    assert(ring->head < CAPACITY && ring->tail < CAPACITY);
    assert((ring->tail + ring->count) % CAPACITY == ring->head);
}

static void ring_drop_oldest(struct ring *ring)
{
    ring->tail = ring_next(ring->tail);
#if BUG != 3
    ring->count--;
#endif
}

static void uart_interrupt(uint8_t data, bool overrun)
{
    statistics.received++;
    if (overrun && !ring_is_empty(&receive)) {
        ring_drop_oldest(&receive);
        statistics.dropped++;
    }
    if (!ring_put(&receive, data))
        statistics.dropped++;
}

struct line {
    char text[LINE];
    uint8_t length;
};

static bool line_add(struct line *line, uint8_t byte)
{
    if (byte == '\n' || byte == '\r') {
        line->text[line->length] = '\0';
        return true;
    }
#if BUG == 2
    if (line->length < LINE)
#else
    if (line->length < LINE - 1)
#endif
        line->text[line->length++] = (char)byte;
    return false;
}

static void handle_line(struct line *line)
{
    assert(strlen(line->text) <= line->length);
    statistics.lines++;
    line->length = 0;
}

static void poll(struct line *line)
{
    uint8_t byte;

    while (ring_get(&receive, &byte)) {
        if (line_add(line, byte))
            handle_line(line);
        assert(line->length < LINE);
    }
}

int main(void)
{
    struct line line = {.length = 0};

    ring_init(&receive);
    for (int tick = 0; tick < 3; tick++) {
        uint8_t burst = __VERIFIER_nondet_uchar() % 5;
        for (uint8_t i = 0; i < burst; i++)
            uart_interrupt(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar() & 1);
        ring_check(&receive);
        if (__VERIFIER_nondet_uchar() & 1) {
            poll(&line);
            assert(ring_is_empty(&receive));
        }
    }
    assert(statistics.dropped <= statistics.received);
    assert(statistics.lines <= statistics.received);
    return 0;
}
