// expect: unsafe line=10 property=default
// 2026-11-18: reported safe: a line directive in the block made the variable look as if it belonged to the function's own block
int main(void) {
    int outer = 0, *p = &outer;
    {
#line 7 "elsewhere.h"
        int inner = 3;
        p = &inner;
    }
    return *p;
}
