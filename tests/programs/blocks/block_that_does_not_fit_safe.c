// expect: safe property=default
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char from[200000], to[100000];

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 100000)
        return 0;
    memcpy(to + 1, from, n);
    return to[n];
}
