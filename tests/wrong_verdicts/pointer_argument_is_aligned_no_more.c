// expect: unsafe line=6 property=assertions flags="--function check --pointer-args nonnull"
// 2026-11-16: reported safe, because every array that a pointer argument leads to was aligned to 16 bytes
#include <assert.h>
#include <stdint.h>
void check(int *values) {
    assert((uintptr_t)values % 8 == 0);
}
