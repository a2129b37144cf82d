// expect: safe property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0;
    while (__VERIFIER_nondet_int()) {
        p = malloc(4);
        *p = 1;
        free(p);
    }
    return 0;
}
