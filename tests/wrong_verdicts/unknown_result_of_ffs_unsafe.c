// expect: unsafe line=6
// 2026-11-16: the twin of unknown_result_of_ffs.c, which is unsafe for another reason
#include <assert.h>
#include <strings.h>
int main(void) {
    assert(ffs(40) == 3);
    return 0;
}
