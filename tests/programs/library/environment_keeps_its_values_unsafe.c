// expect: unsafe line=7 flags="--engine bmc"
#include <assert.h>
#include <stdlib.h>

int main(void) {
    if (getenv("HOME"))
        assert(getenv("SHELL") != 0);
    return 0;
}
