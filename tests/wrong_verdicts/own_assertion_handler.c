// expect: unsafe line=6
// 2026-11-16: reported safe, because a program that defines __assert_fail itself was assumed to have no failed assertions
#include <assert.h>
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { while (1); }
int main(int count, char **arguments) {
    assert(count != 7);
    return 0;
}
