// expect: unsafe line=8
// 2026-11-16: the twin of unknown_result_of_scanf.c: the value read is unconstrained
#include <assert.h>
#include <stdio.h>
int main(void) {
    int number = 1;
    if (scanf("%d", &number) == 1)
        assert(number != 17);
    return 0;
}
