// expect: unsafe line=14 property=default
// 2026-11-18: reported safe, because a longjmp out of a block passes no marker that ends its objects
#include <setjmp.h>

static jmp_buf place;
static int *kept;

int main(void) {
    if (!setjmp(place)) {
        int inner = 1;
        kept = &inner;
        longjmp(place, 1);
    }
    return *kept;
}
