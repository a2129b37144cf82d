// Words of a shell command, with quotes and backslashes, copied with a terminator behind each.
//   -DBUG=1  the character behind a backslash is taken without a look at the end
//   -DBUG=2  the words are counted without a limit
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define WORDS 4

// Returns the number of words, or -1 where a quote is not closed or there are too many words.
static int split(const char *text, size_t length, char *copy, char *words[WORDS])
{
    size_t i = 0, used = 0;
    int count = 0;

    for (;;) {
        char quote = '\0';

        while (i < length && (text[i] == ' ' || text[i] == '\n'))
            i++;
        if (i == length)
            return count;
#if BUG != 2
        if (count == WORDS)
            return -1;
#endif
        words[count++] = copy + used;
        while (i < length && (quote != '\0' || (text[i] != ' ' && text[i] != '\n'))) {
            char c = text[i++];

            if (quote != '\0' && c == quote) {
                quote = '\0';
            } else if (quote == '\0' && (c == '\'' || c == '"')) {
                quote = c;
            } else if (c == '\\' && quote != '\'') {
#if BUG != 1
                if (i == length)
                    return -1;
#endif
                copy[used++] = text[i++];
            } else {
                copy[used++] = c;
            }
        }
        if (quote != '\0')
            return -1;
        copy[used++] = '\0';
    }
}

int main(void)
{
    size_t length = any_length();
    char *words[WORDS];

    if (length > 1000)
        return 0;
    char *text = malloc(length);
    char *copy = malloc(length + 1);
    if (text != NULL && copy != NULL) {
        int count = split(text, length, copy, words);
        assert(count <= WORDS);
        for (int k = 0; k < count; k++)
            assert(words[k] >= copy && words[k] <= copy + length);
    }
    free(copy);
    free(text);
    return 0;
}
