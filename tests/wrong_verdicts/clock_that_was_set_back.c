// expect: unknown why=approximation property=default
// 2026-11-18: said unsafe, because of a run in which time goes back
#include <assert.h>
#include <time.h>
int main(void) {
    time_t first = time(0), second = time(0);
    assert(first == -1 || second == -1 || first <= second);
    return 0;
}
