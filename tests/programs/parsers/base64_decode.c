// Decoder of Base64 for a text of any length. The caller allocates 3 bytes for 4 characters.
//   -DBUG=1  the caller rounds the size of the result down
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : -1;
}

static size_t decode(const char *text, size_t length, uint8_t *bytes)
{
    uint32_t bits = 0;
    unsigned count = 0;
    size_t used = 0;

    for (size_t i = 0; i < length && text[i] != '='; i++) {
        int value = value_of(text[i]);
        if (value < 0)
            continue;
        bits = bits << 6 | (uint32_t)value;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes[used++] = (uint8_t)(bits >> count);
        }
    }
    return used;
}

int main(void)
{
    size_t length = any_length();
    if (length > SIZE_MAX / 4)
        return 0;
#if BUG == 1
    size_t size = length / 4 * 3;
#else
    size_t size = (length + 3) / 4 * 3;
#endif
    char *text = malloc(length);
    uint8_t *bytes = malloc(size);

    if (text != NULL && bytes != NULL)
        assert(decode(text, length, bytes) <= size);
    free(text);
    free(bytes);
    return 0;
}
