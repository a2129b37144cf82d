// expect: safe property=default flags="--modular"
// 2026-11-18: the twin without a leak.
#include <stdlib.h>
static char *keep;
/*@ assigns keep; */ void fill(void) { keep = malloc(8); }
int main(void) { fill(); free(keep); fill(); return 0; }
