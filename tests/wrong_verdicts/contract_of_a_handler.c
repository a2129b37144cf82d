// expect: safe property=default flags="--modular"
// 2026-11-18: reported unsafe, because a contract was proved for any number of registered exit handlers.
#include <stdlib.h>
static void at_end(void) {}
/*@ assigns \nothing; */ void remember(void) { atexit(at_end); }
int main(void) { remember(); return 0; }
