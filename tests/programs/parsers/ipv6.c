// IPv6 address: eight groups of up to four hexadecimal digits, of which "::" abbreviates zeros.
//   -DBUG=1  a group may have any number of digits, so that its value exceeds 16 bits
//   -DBUG=2  the groups are counted after one was stored
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "any_length.h"

#ifndef BUG
#define BUG 0
#endif

#define GROUPS 8

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool parse(const char *text, size_t length, int groups[GROUPS])
{
    int count = 0, gap = -1;
    size_t i = 0;

    if (length >= 2 && text[0] == ':' && text[1] == ':') {
        gap = 0;
        i = 2;
    }
    while (i < length) {
        int value = 0, digits = 0;

        while (i < length && digit_of(text[i]) >= 0) {
#if BUG != 1
            if (digits == 4)
                return false;
#endif
            value = 16 * value + digit_of(text[i++]);
            digits++;
        }
#if BUG == 2
        if (digits == 0 || count > GROUPS)
            return false;
#else
        if (digits == 0 || count == GROUPS)
            return false;
#endif
        groups[count++] = value;
        if (i == length)
            break;
        if (text[i++] != ':')
            return false;
        if (i < length && text[i] == ':') {
            if (gap >= 0)
                return false;
            gap = count;
            i++;
        } else if (i == length) {
            return false;
        }
    }
    if (gap < 0)
        return count == GROUPS;
    if (count == GROUPS)
        return false;
    for (int moved = 0; moved < count - gap; moved++)
        groups[GROUPS - 1 - moved] = groups[count - 1 - moved];
    for (int k = gap; k < GROUPS - (count - gap); k++)
        groups[k] = 0;
    return true;
}

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    int groups[GROUPS];

    if (text == NULL)
        return 0;
    if (parse(text, length, groups))
        for (int k = 0; k < GROUPS; k++)
            assert(groups[k] >= 0 && groups[k] <= 0xFFFF);
    free(text);
    return 0;
}
