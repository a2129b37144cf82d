// expect: safe property=default flags="--modular"
// 2026-11-18: the twin, in which nothing is lost.
#include <stdlib.h>
static char *keep;
/*@ assigns keep; */ void fill(void) { keep = malloc(8); }
int main(void) { fill(); free(keep); fill(); return 0; }
