// expect: unsafe line=13
// 2026-11-16: reported safe, because the size of an object had to fit into memory also in runs that do not allocate it
#include <assert.h>
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *first = malloc(1), *second = NULL;
  if (n < 100) second = malloc(n);
  unsigned long mixed = (unsigned long)first ^ (unsigned long)second;
  if (n > 0xffffffffffffff00UL)
    assert(mixed % 3 != 1);
}
