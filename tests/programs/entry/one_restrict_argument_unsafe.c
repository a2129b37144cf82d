// expect: unsafe line=8 property=assertions flags="--function set"
#include <assert.h>
void set(int *first, int *second, int *restrict third) {
    if (!first || !second)
        return;
    *first = 1;
    *second = 2;
    assert(*first == 1);
}
