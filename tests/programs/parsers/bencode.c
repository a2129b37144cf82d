// Values of the Bencode format: integers, strings with lengths, lists and dictionaries, nested.
//   -DBUG=1  the length of a string is compared with its sum with the position, which wraps around
//   -DBUG=2  the nesting is compared with its limit one level too late
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define DEPTH 16

static bool skip_integer(const uint8_t *data, size_t length, size_t *at)
{
    size_t i = *at, begin;

    if (i < length && data[i] == '-')
        i++;
    begin = i;
    while (i < length && data[i] >= '0' && data[i] <= '9')
        i++;
    if (i == begin || i == length || data[i] != 'e')
        return false;
    *at = i + 1;
    return true;
}

static bool skip_string(const uint8_t *data, size_t length, size_t *at)
{
    size_t size = 0, i = *at;

    while (i < length && data[i] >= '0' && data[i] <= '9') {
        if (size > (SIZE_MAX - 9) / 10)
            return false;
        size = 10 * size + (size_t)(data[i++] - '0');
    }
    if (i == length || data[i] != ':')
        return false;
    i++;
#if BUG == 1
    if (i + size > length)
        return false;
#else
    if (size > length - i)
        return false;
#endif
    *at = i + size;
    return true;
}

// Returns the number of bytes of the first value, or 0 where it is malformed.
static size_t skip_value(const uint8_t *data, size_t length)
{
    uint8_t open[DEPTH];
    size_t depth = 0, at = 0;

    do {
        if (at >= length)
            return 0;
        if (data[at] == 'i') {
            at++;
            if (!skip_integer(data, length, &at))
                return 0;
        } else if (data[at] == 'l' || data[at] == 'd') {
#if BUG == 2
            if (depth > DEPTH)
                return 0;
#else
            if (depth == DEPTH)
                return 0;
#endif
            open[depth++] = data[at++];
        } else if (data[at] == 'e') {
            if (depth == 0)
                return 0;
            depth--;
            at++;
        } else if (!skip_string(data, length, &at)) {
            return 0;
        }
    } while (depth > 0 && (open[depth - 1] == 'l' || open[depth - 1] == 'd'));
    return at;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *data = malloc(length);

    if (data == NULL)
        return 0;
    assert(skip_value(data, length) <= length);
    free(data);
    return 0;
}
