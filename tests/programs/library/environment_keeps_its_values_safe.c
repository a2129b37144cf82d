// expect: safe flags="--engine bmc"
#include <assert.h>
#include <stdlib.h>

int main(void) {
    if (getenv("HOME"))
        assert(getenv("HOME") != 0);
    return 0;
}
