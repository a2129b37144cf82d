// expect: safe flags="--engine summaries"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
void add(unsigned *to, unsigned n) {
    if (n == 0) return;
    *to += 1;
    add(to, n - 1);
}
int main(void) {
    unsigned sum = 5, n = __VERIFIER_nondet_uint();
    add(&sum, n);
    assert(sum == n + 5);
}
