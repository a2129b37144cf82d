// An IPv4 address in a string of 15 characters at most.
//   -DBUG=1  a fifth number is stored
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif

extern char __VERIFIER_nondet_char(void);

static bool parse(const char *text, uint8_t address[4])
{
    int part = 0;

    for (;;) {
        int value = 0, digits = 0;
        while (*text >= '0' && *text <= '9') {
            value = 10 * value + (*text++ - '0');
            if (++digits > 3 || value > 255)
                return false;
        }
        if (digits == 0)
            return false;
#if BUG == 0
        if (part == 4)
            return false;
#endif
        address[part++] = (uint8_t)value;
        if (*text == '\0')
            return part == 4;
        if (*text++ != '.')
            return false;
    }
}

int main(void)
{
    char text[16];
    uint8_t address[4];

    for (unsigned i = 0; i < 15; i++)
        text[i] = __VERIFIER_nondet_char();
    text[15] = '\0';
    if (parse(text, address))
        assert(text[0] >= '0' && text[0] <= '9');
    return 0;
}
