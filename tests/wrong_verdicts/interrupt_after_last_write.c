// expect: unsafe line=6 property=assertions flags="--interrupt handler"
// 2026-11-16: reported safe, because handlers did not run after the last access
#include <assert.h>
static int flag;
void handler(void) {
    assert(flag == 0);
}

int main(void) {
    flag = 1;
    while (1)
        ;
}
