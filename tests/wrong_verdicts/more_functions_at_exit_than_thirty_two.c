// expect: unsafe line=11
// 2026-11-18: reported safe, because the model of atexit had room for 32 functions, the minimum that C requires
#include <assert.h>
#include <stdlib.h>

static int calls;

static void count(void) {
    calls++;

    assert(calls < 34);
}

int main(void) {
    for (int i = 0; i < 34; i++)
        if (atexit(count))
            return 1;
    return 0;
}
