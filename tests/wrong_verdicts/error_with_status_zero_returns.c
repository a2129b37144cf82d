// expect: unsafe line=7
// 2026-11-16: the twin of error_does_not_return.c: error only warns if its status is 0
#include <assert.h>
#include <error.h>
int main(void) {
    error(0, 0, "go on");
    assert(0);
    return 0;
}
