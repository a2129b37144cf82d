// expect: unsafe line=5 property=assertions flags="--function differ --pointer-args nonnull"
#include <assert.h>
typedef void (*action)(void);
void differ(action first, action second) {
    assert(first != second);
}
