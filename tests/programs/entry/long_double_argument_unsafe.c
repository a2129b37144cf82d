// expect: unsafe line=4 property=assertions flags="--function positive --pointer-args nonnull"
#include <assert.h>
void positive(const long double *given) {
    assert(!(*given < 0));
}
