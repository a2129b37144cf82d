// expect: safe property=assertions flags="--function check --pointer-args nonnull"
// 2026-11-16: the twin of pointer_argument_is_aligned_no_more.c: an array is aligned as its elements are
#include <assert.h>
#include <stdint.h>
struct pair {
    char tag;
    double value;
};
void check(int *values, struct pair *pairs) {
    pairs->tag = 0;
    assert((uintptr_t)values % 4 == 0 && (uintptr_t)pairs % 8 == 0);
}
