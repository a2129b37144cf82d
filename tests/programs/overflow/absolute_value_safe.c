// expect: safe property=no-overflow
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x == -2147483647 - 1 ? 0 : abs(x);
}
