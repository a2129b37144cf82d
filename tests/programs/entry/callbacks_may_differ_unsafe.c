// expect: unsafe line=5 property=assertions flags="--function agree --pointer-args nonnull"
#include <assert.h>
typedef void (*action)(void);
void agree(action first, action second) {
    assert(first == second);
}
