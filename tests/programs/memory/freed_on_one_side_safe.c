// expect: safe property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(4), freed = 0;
    *p = 1;
    if (__VERIFIER_nondet_int())
        free(p), freed = 1;
    int value = freed ? 0 : *p;
    if (!freed)
        free(p);
    return value & 0;
}
