// expect: safe property=assertions flags="--function differ --pointer-args nonnull,noalias"
#include <assert.h>
typedef void (*action)(void);
void differ(action first, action second) {
    assert(first != second);
}
