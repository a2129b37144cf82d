// expect: unsafe line=6 property=default flags="--modular"
// 2026-11-18: said safe, because the caller of a contract saw nothing of the memory that the callee allocates, and lost it.
#include <stdlib.h>
static char *keep;
/*@ assigns keep; */ void fill(void) { keep = malloc(8); }
int main(void) { fill(); fill(); return 0; }
