// expect: safe property=assertions flags="--interrupt handler"
// 2026-11-16: the twin of interrupt_after_last_write.c: after a write, a handler still runs only once before the next access
#include <assert.h>
static int count, others[2];
void handler(void) {
    count++;
    assert(count > 0);
}

int main(void) {
    others[0] = 1;
    assert(others[0] == 1);
    count = 0;
    assert(count <= 1);
    return 0;
}
