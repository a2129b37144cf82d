// expect: unknown why=undefined-behaviour
// 2026-11-16: reported safe, because the int that a function returns was sign-extended for a caller that declares a long
#include <assert.h>

extern long minus_one(void);

int main(void) {
    assert(minus_one() == -1L);
    return 0;
}
