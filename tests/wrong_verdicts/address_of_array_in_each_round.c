// expect: unsafe line=10
// 2026-11-16: reported safe, because a variable-length array was assumed to keep its address until the function returns
#include <stdint.h>
extern void reach_error(void);

int main(void) {
    uintptr_t last = 0;
    for (int n = 4; n < 6; n++) {
        char array[n];
        if ((uintptr_t)array == last) reach_error();
        last = (uintptr_t)array;
    }
    return 0;
}
