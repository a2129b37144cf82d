// expect: unsafe line=5 property=unreach-call
// 2026-11-16: the twin of own_assertion_handler.c: the behaviour of the handler is checked if failed assertions are not
#include <assert.h>
void reach_error(void);
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { reach_error(); while (1); }
int main(int count, char **arguments) {
    assert(count != 7);
    return 0;
}
