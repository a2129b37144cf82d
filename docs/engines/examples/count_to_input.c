#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = __VERIFIER_nondet_int();
    while (a < b)
        ++a;
    assert(a == 10);
    return 0;
}
