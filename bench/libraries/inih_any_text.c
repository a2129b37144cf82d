// inih: any text of up to five characters is parsed, and what the handler is given are strings.
#include <assert.h>
#include <string.h>

#include "ini.h"

extern char __VERIFIER_nondet_char(void);

#define TEXT 5

static int calls;

static int handler(void *user, const char *section, const char *name, const char *value)
{
    assert(user == &calls);
    assert(strlen(section) < TEXT);
    assert(strlen(name) < TEXT && strlen(value) < TEXT);
    calls++;
    return 1;
}

int main(void)
{
    char text[TEXT + 1];
    for (int i = 0; i < TEXT; i++)
        text[i] = __VERIFIER_nondet_char();
    text[TEXT] = '\0';
    int line = ini_parse_string(text, handler, &calls);
    assert(line >= 0);
    assert(calls <= TEXT);
    return 0;
}
