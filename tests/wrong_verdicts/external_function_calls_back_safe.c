// expect: safe
// 2026-11-16: the twin of external_function_calls_back.c: no function that external code can call modifies the variable
#include <assert.h>
extern void elsewhere(void);
static int state;
static void advance_state(void) { state++; }
int state_now(void) { return state; }
void swap(int *a, int *b) { int kept = *a; *a = *b; *b = kept; }
int main(void) {
    advance_state();
    elsewhere();
    assert(state == 1);
    return 0;
}
