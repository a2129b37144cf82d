// expect: unsafe line=6 property=no-overflow
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return x == 0 ? 0 : abs(x);
}
