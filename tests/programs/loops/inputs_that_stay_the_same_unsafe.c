// expect: unsafe line=8 violates=valid-deref property=valid-memsafety flags="--engine probe"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = calloc(1000, sizeof(int)), *q = p;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            *q = 1, q++;
    }
    free(p);
    return 0;
}
