// Header fields of an HTTP message of any length: "Name: value" with CR LF, up to an empty line.
//   -DBUG=1  the line feed behind a carriage return is looked for beyond the end
//   -DBUG=2  the value of Content-Length is not limited
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define MOST_LENGTH 1000000

struct message {
    size_t fields;
    int content_length;
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_name(const char *text, size_t length, const char *name)
{
    if (length != strlen(name))
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(text[i]) != name[i])
            return false;
    return true;
}

static int number(const char *text, size_t length)
{
    int value = 0;

    if (length == 0)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        value = 10 * value + (text[i] - '0');
#if BUG != 2
        if (value > MOST_LENGTH)
            return -1;
#endif
    }
    return value;
}

// Returns the number of bytes of the header, or 0 where it is malformed.
static size_t parse(const char *text, size_t length, struct message *message)
{
    size_t i = 0;

    message->fields = 0;
    message->content_length = 0;
    while (i < length) {
        size_t begin = i, colon, value, end;

        if (text[i] == '\r')
#if BUG == 1
            return text[i + 1] == '\n' ? i + 2 : 0;
#else
            return i + 1 < length && text[i + 1] == '\n' ? i + 2 : 0;
#endif
        while (i < length && text[i] != ':' && text[i] != '\r')
            i++;
        if (i == length || text[i] == '\r' || i == begin)
            return 0;
        colon = i++;
        while (i < length && text[i] == ' ')
            i++;
        value = i;
        while (i < length && text[i] != '\r')
            i++;
        end = i;
        if (length - i < 2 || text[i + 1] != '\n')
            return 0;
        i += 2;
        if (is_name(text + begin, colon - begin, "content-length")) {
            message->content_length = number(text + value, end - value);
            if (message->content_length < 0)
                return 0;
        }
        message->fields++;
    }
    return 0;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    struct message message;

    if (text == NULL)
        return 0;
    size_t used = parse(text, length, &message);
    assert(used <= length);
    if (used > 0)
        assert(message.content_length >= 0 && message.content_length <= MOST_LENGTH);
    free(text);
    return 0;
}
