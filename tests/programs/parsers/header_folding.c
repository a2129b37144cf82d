// Unfolding of a mail header: a line break before a space or tab joins the lines with one space.
//   -DBUG=1  the character behind a line break is looked for beyond the end
//   -DBUG=2  the terminator is written behind a result that is full
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

// Writes the unfolded header and a terminator; returns its length.
static size_t unfold(const char *text, size_t length, char *result, size_t size)
{
    size_t used = 0, i = 0;

    while (i < length) {
        if (length - i >= 2 && text[i] == '\r' && text[i + 1] == '\n') {
            i += 2;
#if BUG == 1
            if (text[i] != ' ' && text[i] != '\t')
                break;
#else
            if (i == length || (text[i] != ' ' && text[i] != '\t'))
                break;
#endif
            while (i < length && (text[i] == ' ' || text[i] == '\t'))
                i++;
            if (used + 1 < size)
                result[used++] = ' ';
        } else {
#if BUG == 2
            if (used < size)
#else
            if (used + 1 < size)
#endif
                result[used++] = text[i];
            i++;
        }
    }
    result[used] = '\0';
    return used;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    char result[32];

    if (text == NULL)
        return 0;
    size_t used = unfold(text, length, result, sizeof result);
    assert(used < sizeof result && result[used] == '\0');
    free(text);
    return 0;
}
