// Blanks of a JSON text of any length, from any position.
//   -DBUG=1  the end of the text is not compared with
#ifdef BUG
#if BUG == 1
#define BUG_SPACE
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
    skip_space(text, &at, length);
    assert(at >= before && (at == before || at <= length));
    free(text);
    return 0;
}
