// Words of a text of any length: where they begin and how long they are.
//   -DBUG=1  the table of words is compared with its size one word too late
#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define WORDS 8

struct word {
    size_t begin;
    size_t length;
};

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static size_t split(const char *text, size_t length, struct word *words)
{
    size_t count = 0, i = 0;

    for (;;) {
        while (i < length && is_blank(text[i]))
            i++;
        if (i == length)
            return count;
        size_t begin = i;
        while (i < length && !is_blank(text[i]))
            i++;
#if BUG == 1
        if (count > WORDS)
#else
        if (count == WORDS)
#endif
            return count;
        words[count].begin = begin;
        words[count].length = i - begin;
        count++;
    }
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    struct word words[WORDS];

    if (text == NULL)
        return 0;
    size_t count = split(text, length, words);
    assert(count <= WORDS);
    if (count > 0)
        assert(words[0].begin < length);
    free(text);
    return 0;
}
