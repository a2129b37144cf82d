// expect: unsafe line=11
// 2026-11-18: said safe, because the model of atexit had room for 32 functions, which is the least that C asks for
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
