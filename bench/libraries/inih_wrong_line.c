// inih: a line without '=' is an error that names its line. The assertion claims another one, to be refuted.
#include <assert.h>
#include <stddef.h>

#include "ini.h"

static int handler(void *user, const char *section, const char *name, const char *value)
{
    (void)user, (void)section, (void)name, (void)value;
    return 1;
}

int main(void)
{
    assert(ini_parse_string("a=1\nb\n", handler, NULL) == 1);
    return 0;
}
