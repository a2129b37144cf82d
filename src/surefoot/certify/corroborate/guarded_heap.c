/* Guarded heap: every block ends at a page without access, and freed blocks are never reused. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, MOST = 1 << 16 };
static struct { char *start, *pages; size_t size, length; int is_free; } blocks[MOST];
static unsigned count;

static void *block_of(size_t size, size_t alignment) {
    size_t room = size ? size : 1;
    size_t length = (room + PAGE - 1) / PAGE * PAGE + PAGE;
    if (length < size || count == MOST)
        return 0;
    char *pages = mmap(0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return 0;
    mprotect(pages + length - PAGE, PAGE, PROT_NONE);
    char *start = pages + length - PAGE - room;
    start -= (uintptr_t)start % alignment;
    memset(start, 0xa5, size);
    blocks[count].start = start, blocks[count].pages = pages;
    blocks[count].size = size, blocks[count].length = length;
    count++;
    return start;
}

static size_t alignment_for(size_t size) {
    return size % 16 == 0 ? 16 : size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
}

static int fails(void) {
    static unsigned calls;
    return calls < sizeof failures && failures[calls++];
}

void *malloc(size_t size) {
    return fails() ? 0 : block_of(size, alignment_for(size));
}

void *calloc(size_t number, size_t size) {
    if (size && number > SIZE_MAX / size)
        return 0;
    void *made = malloc(number * size);
    return made ? memset(made, 0, number * size) : 0;
}

#undef alloca
void *alloca(size_t size) {
    return malloc(size);
}

static unsigned find(void *start) {
    for (unsigned i = 0; i < count; i++)
        if (blocks[i].start == start)
            return i;
    _exit(INVALID_FREE);
}

void free(void *start) {
    if (!start)
        return;
    unsigned i = find(start);
    if (blocks[i].is_free)
        _exit(INVALID_FREE);
    blocks[i].is_free = 1;
    mprotect(blocks[i].pages, blocks[i].length, PROT_NONE);
}

void *realloc(void *start, size_t size) {
    if (!start)
        return malloc(size);
    unsigned i = find(start);
    void *made = malloc(size);
    if (made) {
        memcpy(made, start, size < blocks[i].size ? size : blocks[i].size);
        free(start);
    }
    return made;
}

__attribute__((destructor)) static void report_leaks(void) {
    for (unsigned i = 0; i < count && CHECKS_LEAKS; i++)
        if (!blocks[i].is_free)
            _exit(UNFREED_MEMORY);
}
