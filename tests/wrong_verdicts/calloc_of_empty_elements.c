// expect: safe property=unreach-call
// 2026-11-20: said unsafe, because calloc of many elements without bytes was taken for one of too many bytes
#include <stdlib.h>
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  if (calloc(__VERIFIER_nondet_ulong(), 0) == 0)
    reach_error();
}
