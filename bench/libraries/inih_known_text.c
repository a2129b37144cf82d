// inih: a text with one unknown character in a value; the value arrives as it is.
#include <assert.h>
#include <string.h>

#include "ini.h"

extern char __VERIFIER_nondet_char(void);

static char letter;
static int calls;

static int handler(void *user, const char *section, const char *name, const char *value)
{
    (void)user;
    assert(strcmp(section, "s") == 0);
    assert(strcmp(name, "k") == 0);
    assert(value[0] == letter && value[1] == '\0');
    calls++;
    return 1;
}

int main(void)
{
    char text[] = "[s]\nk=?\n";
    letter = __VERIFIER_nondet_char();
    if (letter < 'a' || letter > 'z')
        return 0;
    text[6] = letter;
    assert(ini_parse_string(text, handler, NULL) == 0);
    assert(calls == 1);
    return 0;
}
