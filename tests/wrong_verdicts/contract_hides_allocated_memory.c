// expect: unsafe line=6 property=default flags="--modular"
// 2026-11-18: reported safe, because memory allocated by the callee of a contract was invisible in the caller, which leaks it.
#include <stdlib.h>
static char *keep;
/*@ assigns keep; */ void fill(void) { keep = malloc(8); }
int main(void) { fill(); fill(); return 0; }
