// Digits of a JSON text of any length, from any position, and their value.
//   -DBUG=1  the sum of the digits overflows
#ifdef BUG
#if BUG == 1
#define BUG_DIGITS
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
    int32_t value = 0;
    if (skip_digits(text, &at, length, &value)) {
        assert(at > before && at <= length);
        assert(value >= -1 && value <= MOST_VALUE);
    } else {
        assert(at == before);
    }
    free(text);
    return 0;
}
