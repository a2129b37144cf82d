// expect: unsafe line=13
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned count;
void walk(unsigned n) {
    if (n == 0) return;
    count++;
    walk(n > 3 ? n - 2 : n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    walk(n);
    assert(count == n);
}
