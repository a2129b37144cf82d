// expect: safe property=assertions flags="--interrupt handler"
// 2026-11-18: the twin of interrupt_between_load_and_store.c: an update may be lost, but none is added
#include <assert.h>
static volatile int count, fired;
void handler(void) {
    if (!fired) { fired = 1; count = count + 1; }
}
int main(void) {
    count++;
    int before = fired;
    int counted = count;
    if (before) assert(counted == 1 || counted == 2);
    return 0;
}
