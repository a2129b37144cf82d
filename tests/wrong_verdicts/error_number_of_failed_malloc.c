// expect: unsafe line=10 flags="--malloc-may-fail"
// 2026-11-18: reported safe, because malloc did not set errno where it returned null
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(10);
    free(block);
    assert(errno == 0);
    return 0;
}
