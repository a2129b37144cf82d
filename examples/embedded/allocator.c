// A first-fit allocator over one static arena: blocks with headers, split and merged again.
//   -DBUG=1  a block is split although the rest has no room for a header
//   -DBUG=2  the size is rounded up after the comparison with the free space
//   -DBUG=3  a block is used after it was freed
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define UNITS 16
#define UNIT 4
#define HANDLES 3
#define END UNITS

extern unsigned char __VERIFIER_nondet_uchar(void);

// A header takes one unit, before the block it describes.
struct header {
    uint8_t units;
    uint8_t in_use;
    uint16_t owner;
};

static struct header arena[UNITS];

static void arena_init(void)
{
    memset(arena, 0, sizeof arena);
    arena[0].units = UNITS - 1;
}

static uint8_t arena_next(uint8_t block)
{
    return (uint8_t)(block + 1 + arena[block].units);
}

static uint8_t units_for(uint8_t bytes)
{
    return (uint8_t)((bytes + UNIT - 1) / UNIT);
}

static void split(uint8_t block, uint8_t units)
{
    uint8_t rest = (uint8_t)(arena[block].units - units);
#if BUG == 1
    if (rest >= 0) {
#else
    if (rest > 1) {
#endif
        uint8_t other = (uint8_t)(block + 1 + units);
        arena[other].units = (uint8_t)(rest - 1);
        arena[other].in_use = 0;
        arena[block].units = units;
    }
}

static void *allocate(uint8_t bytes, uint16_t owner)
{
#if BUG == 2
    uint8_t units = bytes / UNIT;
#else
    uint8_t units = units_for(bytes);
#endif
    if (units == 0)
        return NULL;
    for (uint8_t block = 0; block < END; block = arena_next(block)) {
        if (!arena[block].in_use && arena[block].units >= units) {
            split(block, units);
            arena[block].in_use = 1;
            arena[block].owner = owner;
            return &arena[block + 1];
        }
    }
    return NULL;
}

static void merge(void)
{
    for (uint8_t block = 0; block < END;) {
        uint8_t next = arena_next(block);
        if (next < END && !arena[block].in_use && !arena[next].in_use)
            arena[block].units = (uint8_t)(arena[block].units + 1 + arena[next].units);
        else
            block = next;
    }
}

static bool release(void *memory)
{
    struct header *header = (struct header *)memory - 1;
    if (header < arena || header >= arena + UNITS || !header->in_use)
        return false;
    header->in_use = 0;
    header->owner = 0;
    merge();
    return true;
}

static unsigned walk(void)
{
    unsigned blocks = 0;
    unsigned at = 0;
    while (at < END) {
        assert(arena[at].in_use <= 1);
        at += 1u + arena[at].units;
        blocks++;
        assert(blocks <= UNITS);
    }
    assert(at == END);
    return blocks;
}

struct handle {
    uint8_t *memory;
    uint8_t bytes;
    uint8_t mark;
};

int main(void)
{
    struct handle handles[HANDLES];

    memset(handles, 0, sizeof handles);
    arena_init();
    for (int step = 0; step < 4; step++) {
        struct handle *handle = &handles[step % HANDLES];
        if (handle->memory == NULL) {
            handle->bytes = (uint8_t)(1 + __VERIFIER_nondet_uchar() % 24);
            handle->mark = (uint8_t)(step + 1);
            handle->memory = allocate(handle->bytes, handle->mark);
            if (handle->memory != NULL)
                memset(handle->memory, handle->mark, handle->bytes);
        } else {
            assert(handle->memory[0] == handle->mark);
            bool released = release(handle->memory);
            assert(released);
#if BUG == 3
            released = release(handle->memory);
            assert(released);
#endif
            handle->memory = NULL;
        }
        walk();
    }
    for (int i = 0; i < HANDLES; i++) {
        if (handles[i].memory != NULL)
            assert(handles[i].memory[handles[i].bytes - 1] == handles[i].mark);
    }
    return 0;
}
