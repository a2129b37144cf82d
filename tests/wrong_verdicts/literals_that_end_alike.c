// expect: unsafe line=9
// 2026-11-18: reported safe, because every string literal had a place of its own, although linkers merge literals with equal suffixes
#include <assert.h>

static const char *const words[] = {"xabc", "abc"};

int main(void) {
    const char *end = words[0] + 1;
    assert(end != words[1]);
    return 0;
}
