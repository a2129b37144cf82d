// expect: unsafe line=11 property=assertions flags="--interrupt on_tick"
#include <assert.h>
static volatile unsigned ticks;
void on_tick(void) {
    ticks++;
}

int main(void) {
    unsigned first = ticks;
    unsigned second = ticks;
    assert(first == second);
    return 0;
}
