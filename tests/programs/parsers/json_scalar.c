// A string, literal or number of a JSON text of any length, from any position.
//   -DBUG=1  the sign of an exponent is looked for beyond the end
#ifdef BUG
#if BUG == 1
#define BUG_SCALAR
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
    if (skip_scalar(text, &at, length))
        assert(at > before && at <= length);
    else
        assert(at == before);
    free(text);
    return 0;
}
