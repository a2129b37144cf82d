// expect: unknown why=approximation
// 2026-11-16: reported safe, because a pointer was assumed to be dropped when the function without a body returns
#include <assert.h>
extern void exchange(int *place);
int main(void) {
    int x[2];
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            x[0] = 7;
        exchange(i == 0 ? x : 0);
    }
    assert(x[0] == 7);
    return 0;
}
