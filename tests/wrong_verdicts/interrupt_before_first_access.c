// expect: unsafe line=5 property=assertions flags="--interrupt handler"
// 2026-11-16: reported safe, because handlers did not run in a program that accesses nothing
#include <assert.h>
void handler(void) {
    assert(0);
}

int main(void) {
    return 0;
}
