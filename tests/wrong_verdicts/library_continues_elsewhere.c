// expect: unknown why=approximation
// 2026-11-20: said safe, because setcontext was assumed to return to its caller.
#include <ucontext.h>

void reach_error(void);

int main(void) {
    static volatile int returns;
    ucontext_t here;
    getcontext(&here);
    if (++returns == 2) reach_error();
    setcontext(&here);
}
