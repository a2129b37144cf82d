// expect: unsafe line=14
// 2026-11-16: reported safe, because a NaN was assumed to lose its payload when it is copied as a float
#include <string.h>
extern void reach_error(void);

static float same(float x) { return x; }

int main(void) {
    unsigned before = 0x7fc00001u, after;
    float nan, copy;
    memcpy(&nan, &before, sizeof nan);
    copy = same(nan);
    memcpy(&after, &copy, sizeof after);
    if (after == 0x7fc00001u) reach_error();
    return 0;
}
