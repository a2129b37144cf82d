// Names in a DNS message of any length: labels and pointers to earlier labels, to a string of 256 bytes.
//   -DBUG=1  the terminator of a name of full length is written behind the array
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define MOST_NAME 255
#define MOST_JUMPS 10

static int expand(const uint8_t *message, size_t length, size_t at, char *name)
{
    size_t used = 0;
    int jumps = 0;

    for (;;) {
        if (at >= length)
            return -1;
        size_t label = message[at];
        if (label == 0)
            break;
        if (label >= 0xC0) {
            if (at + 1 >= length || ++jumps > MOST_JUMPS)
                return -1;
            at = (label & 0x3F) << 8 | message[at + 1];
            continue;
        }
        if (label > 63 || label >= length - at)
            return -1;
#if BUG == 1
        if (used + label + 1 > MOST_NAME + 1)
#else
        if (used + label + 1 > MOST_NAME)
#endif
            return -1;
        memcpy(name + used, message + at + 1, label);
        used += label;
        name[used++] = '.';
        at += label + 1;
    }
    name[used] = '\0';
    return (int)used;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *message = malloc(length);
    char name[MOST_NAME + 1];

    if (message == NULL)
        return 0;
    int size = expand(message, length, 12, name);
    assert(size >= -1 && size <= MOST_NAME);
    free(message);
    return 0;
}
