// expect: unsafe line=5 property=default flags="--modular"
// 2026-11-18: the twin, which reads freed memory.
#include <stdlib.h>
/*@ requires \valid(p); assigns \nothing; */ void done(int *p) { free(p); }
int main(void) { int *p = malloc(sizeof *p); *p = 1; done(p); return *p; }
