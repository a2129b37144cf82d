// expect: safe
// 2026-11-18: has to stay safe where string literals that end alike may share their bytes: these do not
#include <assert.h>
#include <string.h>

static const char *const words[] = {"xabc", "abc", "abcd"};

int main(void) {
    assert(words[0] + 1 != words[2] && words[0] != words[1]);
    assert(strcmp(words[0] + 1, words[1]) == 0);
    return 0;
}
