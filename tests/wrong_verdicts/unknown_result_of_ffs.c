// expect: safe
// 2026-11-16: reported unsafe, because the result of a library function without a model was treated as a possible result
#include <assert.h>
#include <strings.h>
int main(void) {
    assert(ffs(0) == 0 && ffs(40) == 4 && ffs(1 << 31) == 32);
    return 0;
}
