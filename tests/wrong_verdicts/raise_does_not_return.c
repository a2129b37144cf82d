// expect: unknown why=approximation
// 2026-11-16: reported unsafe, because raise was assumed to return
#include <assert.h>
#include <signal.h>
int main(void) {
    raise(SIGABRT);
    assert(0);
    return 0;
}
