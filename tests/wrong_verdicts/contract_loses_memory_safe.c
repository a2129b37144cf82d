// expect: safe property=default flags="--modular"
// 2026-11-18: the twin, in which the memory is freed.
#include <stdlib.h>
/*@ assigns \nothing; ensures \result == 1; */
int leak(void) { char *p = malloc(3); p[0] = 1; free(p); return 1; }
int main(void) { return leak(); }
