// expect: unknown why=not-supported property=assertions flags="--interrupt handler"
// 2026-11-16: reported safe, because writes of functions that a handler calls through a pointer were missed
#include <assert.h>
static int x;
static void set(void) {
    x = 1;
}
static void (*called)(void);
void handler(void) {
    if (called)
        called();
}

int main(void) {
    called = set;
    x = 0;
    assert(x == 0);
    return 0;
}
