// A pool of messages: fixed slots, payloads copied in with strncpy, a queue of slot numbers.
//   -DBUG=1  the copy fills the whole payload without a terminator
//   -DBUG=2  a slot is released twice, and two owners get it
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define SLOTS 4
#define PAYLOAD 12
#define NONE 0xff

extern unsigned char __VERIFIER_nondet_uchar(void);

struct message {
    uint8_t owner;
    bool in_use;
    uint16_t sequence;
    char payload[PAYLOAD];
};

struct queue {
    uint8_t slots[SLOTS];
    uint8_t first;
    uint8_t count;
};

static struct message pool[SLOTS];
static struct queue pending;
static uint16_t next_sequence;
static uint8_t used;

static void pool_init(void)
{
    memset(pool, 0, sizeof pool);
    memset(&pending, 0, sizeof pending);
    next_sequence = 1;
    used = 0;
}

static struct message *pool_take(uint8_t owner)
{
    for (int i = 0; i < SLOTS; i++) {
        if (!pool[i].in_use) {
            pool[i].in_use = true;
            pool[i].owner = owner;
            pool[i].sequence = next_sequence++;
            used++;
            return &pool[i];
        }
    }
    return NULL;
}

static void pool_release(struct message *message)
{
#if BUG != 2
    if (!message->in_use)
        return;
#endif
    message->in_use = false;
    assert(used > 0);
    used--;
}

static uint8_t slot_of(const struct message *message)
{
    return (uint8_t)(message - pool);
}

static void message_fill(struct message *message, const char *text)
{
    strncpy(message->payload, text, PAYLOAD);
#if BUG != 1
    message->payload[PAYLOAD - 1] = '\0';
#endif
}

static bool queue_put(struct queue *queue, uint8_t slot)
{
    if (queue->count == SLOTS)
        return false;
    queue->slots[(queue->first + queue->count) % SLOTS] = slot;
    queue->count++;
    return true;
}

static uint8_t queue_get(struct queue *queue)
{
    if (queue->count == 0)
        return NONE;
    uint8_t slot = queue->slots[queue->first];
    queue->first = (uint8_t)((queue->first + 1) % SLOTS);
    queue->count--;
    return slot;
}

static bool post(uint8_t owner, const char *text)
{
    struct message *message = pool_take(owner);
    if (message == NULL)
        return false;
    message_fill(message, text);
    if (!queue_put(&pending, slot_of(message))) {
        pool_release(message);
        return false;
    }
    return true;
}

static size_t deliver(char *out, size_t size)
{
    uint8_t slot = queue_get(&pending);
    if (slot == NONE)
        return 0;
    struct message *message = &pool[slot];
    assert(message->in_use);
    size_t length = strlen(message->payload);
    assert(length < size);
    memcpy(out, message->payload, length + 1);
    pool_release(message);
#if BUG == 2
    if (out[0] == '!')
        pool_release(message);
#endif
    return length;
}

static void read_line(char *line, size_t size)
{
    size_t length = 0;
    while (length + 1 < size) {
        char c = (char)__VERIFIER_nondet_uchar();
        if (c == '\0' || c == '\n')
            break;
        line[length++] = c;
    }
    line[length] = '\0';
}

int main(void)
{
    char line[20];
    char received[PAYLOAD];

    pool_init();
    for (int step = 0; step < 6; step++) {
        uint8_t command = __VERIFIER_nondet_uchar();
        if (command & 1) {
            read_line(line, sizeof line);
            post(command >> 1, line);
        } else {
            size_t length = deliver(received, sizeof received);
            assert(length < PAYLOAD);
        }
        assert(used == pending.count);
    }
    return 0;
}
