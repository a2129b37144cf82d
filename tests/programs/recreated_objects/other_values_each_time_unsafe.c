// expect: unsafe line=16
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int left_over(int n) {
    int scratch[2];
    int found = scratch[1];
    for (int i = 0; i < n; i++)
        scratch[0] = i;
    return found;
}
int main(void) {
    int last = 0, is_first = 1;
    while (__VERIFIER_nondet_int()) {
        int now = left_over(3);
        if (!is_first)
            assert(now == last);
        last = now;
        is_first = 0;
    }
    return 0;
}
