// expect: safe property=assertions flags="--function f --pointer-args nonnull"
#include <assert.h>
void f(int *a, long *b) {
    *a = 1;
    *b = 2;
    assert(*a == 1);
}
