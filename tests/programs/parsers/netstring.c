// Netstrings, "LENGTH:BYTES,", one behind the other, in a message of any length.
//   -DBUG=1  the comma is looked for beyond the end
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define MOST 99999

static bool read_length(const char *text, size_t *at, size_t length, size_t *result)
{
    size_t i = *at, value = 0;

    while (i < length && text[i] >= '0' && text[i] <= '9') {
        value = 10 * value + (size_t)(text[i] - '0');
        if (value > MOST)
            return false;
        i++;
    }
    if (i == *at || i >= length || text[i] != ':')
        return false;
    *at = i + 1;
    *result = value;
    return true;
}

static bool next(const char *text, size_t *at, size_t length, size_t *begin, size_t *size)
{
    size_t i = *at;

    if (!read_length(text, &i, length, size))
        return false;
#if BUG == 1
    if (*size > length - i || text[i + *size] != ',')
#else
    if (*size >= length - i || text[i + *size] != ',')
#endif
        return false;
    *begin = i;
    *at = i + *size + 1;
    return true;
}

int main(void)
{
    size_t length = any_length(), at = 0, begin, size;
    char *text = malloc(length);
    unsigned long sum = 0;

    if (text == NULL)
        return 0;
    while (next(text, &at, length, &begin, &size)) {
        assert(begin + size < at && at <= length);
        for (size_t i = begin; i < begin + size; i++)
            sum += (unsigned char)text[i];
    }
    free(text);
    return (int)(sum & 1);
}
