// expect: unsafe line=9
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 1 : even(n - 1); }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(even(n) == (n % 2 == 0));
}
