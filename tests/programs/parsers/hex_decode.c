// Pairs of hexadecimal digits to bytes, for a text of any length.
//   -DBUG=1  the second digit of an odd number of digits is read
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static size_t decode(const char *text, size_t length, uint8_t *bytes)
{
    size_t used = 0;

#if BUG == 1
    for (size_t i = 0; i < length; i += 2) {
#else
    for (size_t i = 0; i + 1 < length; i += 2) {
#endif
        int high = digit(text[i]), low = digit(text[i + 1]);
        if (high < 0 || low < 0)
            break;
        bytes[used++] = (uint8_t)(high << 4 | low);
    }
    return used;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    uint8_t *bytes = malloc(length / 2);

    if (text != NULL && bytes != NULL)
        assert(decode(text, length, bytes) <= length / 2);
    free(text);
    free(bytes);
    return 0;
}
