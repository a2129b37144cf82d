// Semantic version: three numbers without leading zeros, a pre-release and build metadata.
//   -DBUG=1  a number is not limited
//   -DBUG=2  an identifier is read up to its end, not up to that of the text
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

struct version {
    int parts[3];
    size_t release, build;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

static bool number(const char *text, size_t length, size_t *at, int *result)
{
    size_t i = *at;
    int value = 0;

    if (i >= length || !is_digit(text[i]))
        return false;
    if (text[i] == '0' && i + 1 < length && is_digit(text[i + 1]))
        return false;
    while (i < length && is_digit(text[i])) {
        int digit = text[i++] - '0';
#if BUG != 1
        if (value > (INT_MAX - digit) / 10)
            return false;
#endif
        value = 10 * value + digit;
    }
    *at = i;
    *result = value;
    return true;
}

// Skips identifiers that are separated by dots; none may be empty.
static bool identifiers(const char *text, size_t length, size_t *at)
{
    for (;;) {
        size_t begin = *at;
#if BUG == 2
        while (is_digit(text[*at]) || is_letter(text[*at]))
            (*at)++;
#else
        while (*at < length && (is_digit(text[*at]) || is_letter(text[*at])))
            (*at)++;
#endif
        if (*at == begin)
            return false;
        if (*at == length || text[*at] != '.')
            return true;
        (*at)++;
    }
}

static bool parse(const char *text, size_t length, struct version *version)
{
    size_t at = 0;

    version->release = version->build = 0;
    for (int part = 0; part < 3; part++) {
        if (part > 0) {
            if (at >= length || text[at] != '.')
                return false;
            at++;
        }
        if (!number(text, length, &at, &version->parts[part]))
            return false;
    }
    if (at < length && text[at] == '-') {
        version->release = ++at;
        if (!identifiers(text, length, &at))
            return false;
    }
    if (at < length && text[at] == '+') {
        version->build = ++at;
        if (!identifiers(text, length, &at))
            return false;
    }
    return at == length;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    struct version version;

    if (text == NULL)
        return 0;
    if (parse(text, length, &version)) {
        assert(version.parts[0] >= 0 && version.parts[1] >= 0 && version.parts[2] >= 0);
        assert(version.release < length && version.build < length);
    }
    free(text);
    return 0;
}
