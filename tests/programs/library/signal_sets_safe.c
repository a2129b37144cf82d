// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0);
    assert(sigaddset(&set, 65) == -1);
    return 0;
}
