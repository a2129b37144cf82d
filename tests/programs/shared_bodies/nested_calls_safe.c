// expect: safe flags="--engine ic3 --calls wait"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned char steps;
static void inner(unsigned char n) {
    while (n > 0) { n--; if (steps < 9) steps++; }
}
static unsigned char outer(unsigned char kept) {
    inner(2);
    inner(__VERIFIER_nondet_uint() & 1);
    return kept;
}
int main(void) {
    unsigned char a = outer(5), b = outer(6);
    inner(1);
    assert(a == 5 && b == 6 && steps <= 9);
    return 0;
}
