// expect: unsafe line=13 property=assertions flags="--interrupt handler"
// 2026-11-16: reported safe, because handlers did not run before accesses to a global that they access by address only
#include <assert.h>
static int x, *place;
void handler(void) {
    if (place)
        *place = 1;
}

int main(void) {
    place = &x;
    x = 0;
    assert(x == 0);
    return 0;
}
