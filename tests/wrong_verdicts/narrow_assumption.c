// expect: safe
// 2026-11-16: the twin of contradictory_assumptions.c: one run passes, and it never ends
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5 && x < 1000);
    __VERIFIER_assume(x * 3 == 1851);
    assert(x == 617);
    for (;;);
}
