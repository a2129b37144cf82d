// expect: unsafe line=12 property=assertions flags="--interrupt handler"
// 2026-11-18: reported safe, because operands were read after the handlers that run before an instruction: count was loaded too late
#include <assert.h>
static volatile int count, fired;
void handler(void) {
    if (!fired) { fired = 1; count = count + 1; }
}
int main(void) {
    count++;
    int before = fired;
    int counted = count;
    if (before) assert(counted == 2);
    return 0;
}
