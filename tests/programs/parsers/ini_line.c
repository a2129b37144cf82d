// A line of an INI file of any length: section, key and value, or comment.
//   -DBUG=1  blanks before the equals sign are cut off without a lower limit
//   -DBUG=2  the closing bracket is looked for beyond the end
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

enum kind { EMPTY, COMMENT, SECTION, SETTING, WRONG };

struct line {
    enum kind kind;
    size_t key, key_end;
    size_t value, value_end;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t next_line(const char *text, size_t at, size_t length, struct line *line)
{
    size_t end = at, i;

    while (end < length && text[end] != '\n')
        end++;
    while (at < end && is_blank(text[at]))
        at++;
    if (at == end) {
        line->kind = EMPTY;
    } else if (text[at] == ';' || text[at] == '#') {
        line->kind = COMMENT;
    } else if (text[at] == '[') {
#if BUG == 2
        for (i = at + 1; text[i] != ']' && text[i] != '\n'; i++)
            ;
#else
        for (i = at + 1; i < end && text[i] != ']'; i++)
            ;
#endif
        line->kind = i < end ? SECTION : WRONG;
        line->key = at + 1;
        line->key_end = i;
    } else {
        for (i = at; i < end && text[i] != '='; i++)
            ;
        if (i == end) {
            line->kind = WRONG;
        } else {
            line->kind = SETTING;
            line->value = i + 1;
            line->value_end = end;
            line->key = at;
#if BUG == 1
            while (is_blank(text[i - 1]) || text[i - 1] == '=')
#else
            while (i > at && is_blank(text[i - 1]))
#endif
                i--;
            line->key_end = i;
            while (line->value < end && is_blank(text[line->value]))
                line->value++;
        }
    }
    return end < length ? end + 1 : end;
}

int main(void)
{
    size_t length = any_length(), at = 0;
    char *text = malloc(length);
    struct line line;

    if (text == NULL)
        return 0;
    while (at < length) {
        size_t next = next_line(text, at, length, &line);
        assert(next > at && next <= length);
        if (line.kind == SETTING) {
            assert(line.key <= line.key_end && line.key_end < line.value);
            assert(line.value <= line.value_end && line.value_end <= length);
        }
        at = next;
    }
    free(text);
    return 0;
}
