// An escape sequence of a JSON text of any length, from any position.
//   -DBUG=1  a hexadecimal escape is read beyond the end
#ifdef BUG
#if BUG == 1
#define BUG_ESCAPE
#endif
#endif
#include "json_scanner.h"

int main(void)
{
    size_t length = any_length();
    char *text = malloc(length);
    size_t at = __VERIFIER_nondet_size_t();
    size_t before = at;

    if (text == NULL)
        return 0;
    if (skip_escape(text, &at, length))
        assert(at > before && at <= length);
    else
        assert(at == before);
    free(text);
    return 0;
}
