// Signed decimal number in a string, with a limit and the end of the number.
//   -DBUG=1  the limit is tested behind the multiplication
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static bool parse(const char *text, const char **end, int *result)
{
    bool negative = false;
    int value = 0;

    while (*text == ' ' || *text == '\t')
        text++;
    if (*text == '-' || *text == '+')
        negative = *text++ == '-';
    if (*text < '0' || *text > '9')
        return false;
    for (; *text >= '0' && *text <= '9'; text++) {
        int digit = *text - '0';
#if BUG == 1
        value = 10 * value + digit;
        if (value > INT_MAX - 10)
            return false;
#else
        if (value > (INT_MAX - digit) / 10)
            return false;
        value = 10 * value + digit;
#endif
    }
    *end = text;
    *result = negative ? -value : value;
    return true;
}

int main(void)
{
    size_t size = any_length();
    const char *end;
    int value;

    if (size == 0)
        return 0;
    char *text = malloc(size);
    if (text == NULL)
        return 0;
    text[size - 1] = '\0';
    if (parse(text, &end, &value)) {
        assert(end > text && end < text + size);
        assert(value > INT_MIN);
    }
    free(text);
    return 0;
}
