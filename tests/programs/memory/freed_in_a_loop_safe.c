// expect: safe property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4);
    while (__VERIFIER_nondet_int()) {
        if (p && __VERIFIER_nondet_int()) {
            free(p);
            p = 0;
        }
        if (p)
            *p = 1;
    }
    free(p);
    return 0;
}
