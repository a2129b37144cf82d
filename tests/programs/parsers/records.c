// Records of a type, a length of two bytes and a value, in a message of any length.
//   -DBUG=1  the length is compared with the whole message instead of the rest
//   -DBUG=2  the sum of position and length wraps around
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static int find(const uint8_t *message, size_t length, uint8_t type, uint8_t value[8])
{
    size_t at = 0;

    while (length - at >= 3) {
        size_t size = (size_t)message[at + 1] << 8 | message[at + 2];
        uint8_t found = message[at];
        at += 3;
#if BUG == 1
        if (size > length)
            return -1;
#elif BUG == 2
        if ((uint16_t)(at + size) > length)
            return -1;
#else
        if (size > length - at)
            return -1;
#endif
        if (found == type) {
            if (size > 8)
                return -1;
            memcpy(value, message + at, size);
            return (int)size;
        }
        at += size;
    }
    return 0;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *message = malloc(length);
    uint8_t value[8];

    if (message == NULL)
        return 0;
    int size = find(message, length, 42, value);
    assert(size >= -1 && size <= 8);
    free(message);
    return 0;
}
