// Removes backslash escapes from a text of any length; the result has as many bytes at most.
//   -DBUG=1  a backslash at the end is taken for the begin of an escape
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static size_t unescape(const char *from, size_t length, char *to)
{
    size_t i = 0, used = 0;

    while (i < length) {
        char c = from[i++];
        if (c == '\\') {
#if BUG == 0
            if (i == length)
                break;
#endif
            c = from[i++];
            switch (c) {
            case 'n':
                c = '\n';
                break;
            case 't':
                c = '\t';
                break;
            case '0':
                c = '\0';
                break;
            }
        }
        to[used++] = c;
    }
    return used;
}

int main(void)
{
    size_t length = any_length();
    char *from = malloc(length), *to = malloc(length);

    if (from != NULL && to != NULL)
        assert(unescape(from, length, to) <= length);
    free(from);
    free(to);
    return 0;
}
