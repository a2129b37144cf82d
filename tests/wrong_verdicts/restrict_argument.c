// expect: safe property=assertions flags="--function set"
// 2026-11-18: reported unsafe, because both pointers led to the same object, which restrict rules out
#include <assert.h>
void set(int *restrict first, int *const restrict second) {
    if (!first || !second)
        return;
    *first = 1;
    *second = 2;
    assert(*first == 1);
}
