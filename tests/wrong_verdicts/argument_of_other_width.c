// expect: unknown why=undefined-behaviour flags="-Wno-deprecated-non-prototype"
// 2026-11-16: reported safe, because an int passed where the definition has a long was sign-extended
#include <assert.h>

long same();

int main(void) {
    assert(same(-1) == -1L);
    return 0;
}

long same(x) long x; { return x; }
