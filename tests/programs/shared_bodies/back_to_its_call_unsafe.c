// expect: unsafe line=14 flags="--engine ic3 --calls wait"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned twice(unsigned n) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++) s += 2;
    return s;
}
int main(void) {
    unsigned v = __VERIFIER_nondet_uint(), after_first = 0;
    unsigned first = twice(4);
    after_first++;
    unsigned second = twice(v % 3);
    assert(after_first == 1 && first == 8 && second <= 3);
    return 0;
}
