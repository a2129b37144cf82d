// expect: unknown why=not-supported property=assertions flags="--function check --pointer-args nonnull"
// 2026-11-16: said safe, because what a union holds was taken for its pointer only
#include <assert.h>
union word {
    int *pointer;
    long number;
};
void check(union word *word) {
    assert(word->number != 5);
}
