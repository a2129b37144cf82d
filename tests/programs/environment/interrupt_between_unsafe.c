// expect: unsafe line=19 property=assertions flags="--interrupt on_ready"
#include <assert.h>
static volatile int ready;
static int data;

static void set(int value) {
    data = value;
}

void on_ready(void) {
    set(42);
    ready = 1;
}

int main(void) {
    while (!ready)
        ;
    set(data + 1);
    assert(data == 43);
    return 0;
}
