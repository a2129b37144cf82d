// expect: unsafe line=5 flags="--modular"
// 2026-11-18: the twin, whose handler fails.
#include <assert.h>
#include <stdlib.h>
static void at_end(void) { assert(0); }
/*@ assigns \nothing; */ void remember(void) { atexit(at_end); }
int main(void) { remember(); return 0; }
