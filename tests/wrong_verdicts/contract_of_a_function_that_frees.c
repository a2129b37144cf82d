// expect: unknown why=approximation property=default flags="--modular"
// 2026-11-18: reported unsafe, because a function that frees its argument was proved for arguments that are no heap pointers.
#include <stdlib.h>
/*@ requires \valid(p); assigns \nothing; */ void done(int *p) { free(p); }
int main(void) { int *p = malloc(sizeof *p); *p = 1; done(p); return 0; }
