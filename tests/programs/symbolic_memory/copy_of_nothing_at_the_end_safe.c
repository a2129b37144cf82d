// expect: safe property=default
// The byte after an object is never at the null address, however large the object is.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void)
{
    size_t length = __VERIFIER_nondet_size_t();
    char *text = malloc(length), copy[1];

    if (text == NULL)
        return 0;
    memcpy(copy, text + length, 0);
    free(text);
    return 0;
}
