// expect: safe property=default
// 2026-11-18: has to stay safe where longjmp ends the objects of blocks that it leaves: this block is around the setjmp
#include <assert.h>
#include <setjmp.h>

static jmp_buf place;
static int *kept;

int main(void) {
    for (int i = 0; i < 2; i++) {
        int inner = i;
        kept = &inner;
        if (!setjmp(place))
            longjmp(place, 1);
        assert(*kept == i);
    }
    return 0;
}
