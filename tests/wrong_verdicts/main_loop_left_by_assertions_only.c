// expect: safe property=default
// 2026-11-19: said that the loop never ends, but only failing assertions leave it: it runs for ever by design.
#include <assert.h>

int main(void) {
    unsigned char ticks = 0, last = 255;
    while (1) {
        assert(ticks == (unsigned char)(last + 1));
        last = ticks++;
    }
}
