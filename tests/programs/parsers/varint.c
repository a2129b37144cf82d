// Numbers of 7 bits a byte (LEB128), in a message of any length.
//   -DBUG=1  a number of too many bytes is shifted too far
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

// Returns the number of bytes, or 0.
static size_t decode(const uint8_t *bytes, size_t length, uint64_t *value)
{
    uint64_t sum = 0;
    unsigned shift = 0;

    for (size_t i = 0; i < length; i++) {
        uint8_t byte = bytes[i];
#if BUG == 1
        if (shift > 64)
#else
        if (shift > 63)
#endif
            return 0;
        sum |= (uint64_t)(byte & 0x7F) << shift;
        shift += BUG == 1 ? 8 : 7;
        if ((byte & 0x80) == 0) {
            *value = sum;
            return i + 1;
        }
    }
    return 0;
}

int main(void)
{
    size_t length = any_length(), at = 0, count = 0;
    uint8_t *bytes = malloc(length);

    if (bytes == NULL)
        return 0;
    while (at < length) {
        uint64_t value;
        size_t size = decode(bytes + at, length - at, &value);
        if (size == 0)
            break;
        assert(size <= 10 && size <= length - at);
        at += size;
        count++;
    }
    assert(count <= length);
    free(bytes);
    return 0;
}
