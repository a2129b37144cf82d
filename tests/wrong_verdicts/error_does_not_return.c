// expect: safe
// 2026-11-16: reported unsafe, because glibc's error was assumed to return whatever its status is
#include <assert.h>
#include <error.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int status = __VERIFIER_nondet_int();
    error(status, 0, "stop");
    assert(status == 0);
    error(1, 0, "stop");
    assert(0);
    return 0;
}
