// expect: unsafe line=12 flags="--engine ic3 --calls wait"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned total;
static void count(unsigned *where, unsigned n) {
    while (n > 0) { (*where)++; n--; }
}
int main(void) {
    unsigned mine = 0, n = __VERIFIER_nondet_uint() % 4;
    count(&mine, 3);
    count(&total, n);
    assert(mine == 3 && total <= 2);
    return 0;
}
