// Number of characters of a UTF-8 text of any length.
//   -DBUG=1  a truncated last character is read beyond the end
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

// Returns the number of bytes of the first character, or 0.
static size_t decode(const uint8_t *text, size_t left, uint32_t *point)
{
    size_t size;
    uint32_t sum;

    if (text[0] < 0x80) {
        *point = text[0];
        return 1;
    }
    if ((text[0] & 0xE0) == 0xC0)
        size = 2, sum = text[0] & 0x1F;
    else if ((text[0] & 0xF0) == 0xE0)
        size = 3, sum = text[0] & 0x0F;
    else if ((text[0] & 0xF8) == 0xF0)
        size = 4, sum = text[0] & 0x07;
    else
        return 0;
#if BUG == 0
    if (size > left)
        return 0;
#endif
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        sum = sum << 6 | (text[i] & 0x3F);
    }
    if (sum > 0x10FFFF)
        return 0;
    *point = sum;
    return size;
}

static size_t count(const uint8_t *text, size_t length)
{
    size_t characters = 0;

    for (size_t i = 0; i < length;) {
        uint32_t point;
        size_t size = decode(text + i, length - i, &point);
        if (size == 0)
            break;
        assert(point <= 0x10FFFF);
        characters++;
        i += size;
    }
    return characters;
}

int main(void)
{
    size_t length = any_length();
    uint8_t *text = malloc(length);

    if (text == NULL)
        return 0;
    assert(count(text, length) <= length);
    free(text);
    return 0;
}
