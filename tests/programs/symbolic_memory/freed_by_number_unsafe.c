// expect: unsafe line=18 property=valid-deref
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

/* A run that frees b by its number, then uses it. */
int main(void) {
  char *a = malloc(4), *b = malloc(4);
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n != (unsigned long)b)
    return 0;
  int which = __VERIFIER_nondet_int();
  char *p = which ? a : (char *)n;
  free(p);
  if (which)
    return 0;
  b[0] = 1;
}
