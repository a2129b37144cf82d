// Value of a cookie by its name in a header "a=1; session=2; b=3", copied to a buffer.
//   -DBUG=1  the name is compared beyond the end of the header
//   -DBUG=2  the value may fill the buffer, so that its terminator lies behind it
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static bool find(const char *text, size_t length, const char *name, char *value, size_t size)
{
    size_t wanted = strlen(name), i = 0;

    while (i < length) {
        size_t begin, used = 0;

        while (i < length && (text[i] == ' ' || text[i] == ';'))
            i++;
        begin = i;
        while (i < length && text[i] != '=' && text[i] != ';')
            i++;
        if (i == length)
            return false;
        if (text[i] == ';')
            continue;
#if BUG == 1
        if (memcmp(text + begin, name, wanted) != 0) {
#else
        if (i - begin != wanted || memcmp(text + begin, name, wanted) != 0) {
#endif
            while (i < length && text[i] != ';')
                i++;
            continue;
        }
        i++;
        while (i < length && text[i] != ';') {
#if BUG == 2
            if (used == size)
                return false;
#else
            if (used == size - 1)
                return false;
#endif
            value[used++] = text[i++];
        }
        value[used] = '\0';
        return true;
    }
    return false;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    char value[16];

    if (text == NULL)
        return 0;
    if (find(text, length, "session", value, sizeof value)) {
        bool is_terminated = false;
        for (size_t i = 0; i < sizeof value; i++)
            is_terminated = is_terminated || value[i] == '\0';
        assert(is_terminated);
    }
    free(text);
    return 0;
}
