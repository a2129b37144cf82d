// expect: unknown why=not-supported property=assertions flags="--volatile unknown"
// 2026-11-16: reported safe, because a copy of a volatile struct gave what was written last
#include <assert.h>
static volatile struct pair {
    int a, b;
} shared;
int main(void) {
    shared.a = 1;
    struct pair own = shared;
    assert(own.a == 1);
    return 0;
}
