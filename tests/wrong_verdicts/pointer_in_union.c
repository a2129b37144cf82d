// expect: unsafe line=9 property=assertions flags="--function check --pointer-args nonnull"
// 2026-11-16: reported safe, because a union was treated as its pointer member only
#include <assert.h>
union word {
    int *pointer;
    long number;
};
void check(union word *word) {
    assert(word->number != 5);
}
