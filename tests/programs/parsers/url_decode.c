// Decoder of percent escapes, in place, in a string of any length.
//   -DBUG=1  the digits behind a percent sign are skipped without looking at them
#include <assert.h>
#include <stddef.h>
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
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static int decode(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '+') {
            *to++ = ' ';
        } else if (*from == '%') {
#if BUG == 1
            *to++ = (char)(16 * (digit(from[1]) & 15) + (digit(from[2]) & 15));
#else
            int high = digit(from[1]), low = high < 0 ? -1 : digit(from[2]);
            if (low < 0)
                return -1;
            *to++ = (char)(16 * high + low);
#endif
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return 0;
}

int main(void)
{
    size_t length = any_length();
    if (length == 0)
        return 0;
    char *text = malloc(length);

    if (text == NULL)
        return 0;
    text[length - 1] = '\0';
    decode(text);
    free(text);
    return 0;
}
