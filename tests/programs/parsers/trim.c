// Cuts blanks off both ends of a string of any length and moves the rest to its begin.
//   -DBUG=1  the end of a string of blanks is looked for below its begin
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

static size_t trim(char *text)
{
    size_t begin = 0, end = strlen(text);

#if BUG == 1
    while (text[end - 1] == ' ')
#else
    while (end > 0 && text[end - 1] == ' ')
#endif
        end--;
    while (begin < end && text[begin] == ' ')
        begin++;
    for (size_t i = begin; i < end; i++)
        text[i - begin] = text[i];
    text[end - begin] = '\0';
    return end - begin;
}

int main(void)
{
    size_t size = any_length();
    if (size == 0)
        return 0;
    char *text = malloc(size);

    if (text == NULL)
        return 0;
    text[size - 1] = '\0';
    assert(trim(text) < size);
    free(text);
    return 0;
}
