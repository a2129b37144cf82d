// expect: unknown why=undefined-behaviour
#include <assert.h>
int main(int argc, char **argv) {
    assert(argv[-1] || argc >= 0);
    return 0;
}
