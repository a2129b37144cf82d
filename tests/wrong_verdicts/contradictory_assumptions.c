// expect: unknown why=nothing-checked
// 2026-11-16: reported safe, although no run passes the assumptions
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    __VERIFIER_assume(x * 2 == 5);
    assert(x == 3);
    return 0;
}
