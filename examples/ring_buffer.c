// For checks of single functions: callers may call `push` when the buffer is full.
#include <assert.h>

#define CAPACITY 4

static int slots[CAPACITY];
static unsigned used;

void push(int value, unsigned already_used) {
    used = already_used;
    assert(used < CAPACITY);
    slots[used++] = value;
}
