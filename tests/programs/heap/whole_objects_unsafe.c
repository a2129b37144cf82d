// expect: unsafe line=18 property=default
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int first[50000], second[50000];

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 200000, k = __VERIFIER_nondet_uint();
    memset(first, 1, sizeof first);
    memcpy(second, first, sizeof second);
    assert(k >= 50000 || second[k] == 0x01010101);
    char *p = malloc(n), *q = malloc(n);
    memset(p, 3, n);
    memcpy(q, p, n);
    if (k < n) {
        q[k] = 4;
        assert(q[k] == 3);
    }
    free(p);
    free(q);
    return 0;
}
