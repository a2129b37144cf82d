// expect: unsafe line=9 violates=valid-deref property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    while (__VERIFIER_nondet_int()) {
        p = malloc(4);
        free(p);
        *p = 1;
    }
    return 0;
}
