// expect: unsafe line=13 property=assertions flags="--interrupt handler"
// 2026-11-16: reported safe, because handlers did not run before a struct is copied
#include <assert.h>
static struct pair {
    int x, y;
} shared;
void handler(void) {
    shared.x = 1;
}

int main(void) {
    struct pair own = shared;
    assert(own.x == 0);
    return 0;
}
