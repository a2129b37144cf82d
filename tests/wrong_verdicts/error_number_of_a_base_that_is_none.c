// expect: unsafe line=9
// 2026-11-18: reported safe, because strtol and its relatives took any base, set no errno and stored an end where the library stores none
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    long value = strtol("12", 0, 1);
    assert(errno == 0);
    return value > 0;
}
