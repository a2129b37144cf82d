// expect: unsafe line=9 flags="--engine ic3 --calls wait"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int y;
static void down(int *p, int n) { while (n > 0) { n--; *p = n; } }
static int with_own(void) { int x = 7; down(&x, __VERIFIER_nondet_int() & 3); return x; }
int main(void) {
    if (__VERIFIER_nondet_int()) { y = 7; down(&y, 2); } else y = with_own();
    assert(y == 0);
    return 0;
}
