// Fields of a CSV line of any length, some in quotes, with doubled quotes inside.
//   -DBUG=1  the character behind a quote is looked at beyond the end
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

// Copies the field at `*at` without quotes to `field`; returns its length or -1.
static bool next_field(const char *line, size_t *at, size_t length, char *field, size_t *used)
{
    size_t i = *at, n = 0;

    if (i < length && line[i] == '"') {
        for (i++;; i++) {
            if (i >= length)
                return false;
            if (line[i] == '"') {
#if BUG == 1
                if (line[i + 1] != '"')
#else
                if (i + 1 >= length || line[i + 1] != '"')
#endif
                    break;
                i++;
            }
            field[n++] = line[i];
        }
        i++;
    } else {
        while (i < length && line[i] != ',')
            field[n++] = line[i++];
    }
    if (i < length && line[i] != ',')
        return false;
    *at = i + 1;
    *used = n;
    return true;
}

int main(void)
{
    size_t length = any_length(), at = 0, used;
    char *line = malloc(length), *field = malloc(length);

    if (line != NULL && field != NULL)
        while (at < length && next_field(line, &at, length, field, &used))
            assert(used <= length);
    free(line);
    free(field);
    return 0;
}
