// expect: safe property=default
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
static volatile sig_atomic_t stopped;
static void stop(int number) {
    (void)number;
    stopped = 1;
}
int main(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, NULL) != 0) {
        return 1;
    }
    assert(sigaction(SIGTERM, NULL, &before) == 0 && before.sa_handler == stop);
    assert(signal(SIGINT, stop) != SIG_ERR);
    assert(signal(SIGKILL, stop) == SIG_ERR);
    int cells[4] = {0};
    for (int i = 0; i < 4 && !stopped; i++) {
        cells[i] = i;
    }
    return cells[3];
}
