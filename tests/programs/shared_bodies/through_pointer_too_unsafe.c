// expect: unsafe line=8 flags="--engine ic3 --calls wait"
#include <assert.h>
static unsigned up(unsigned n) { unsigned s = 0; while (s < n) s++; return s; }
static unsigned down(unsigned n) { while (n > 2) n--; return n; }
int main(void) {
    unsigned (*chosen)(unsigned) = up;
    unsigned a = chosen(4), b = down(6), c = down(9), d = up(2);
    assert(a == 4 && b == 2 && c == 3 && d == 2);
    return 0;
}
