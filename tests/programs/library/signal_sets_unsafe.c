// expect: unsafe line=10
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0);
    assert(sigaddset(&set, 64) == -1);
    return 0;
}
