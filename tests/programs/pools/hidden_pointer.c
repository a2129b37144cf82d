// expect: unknown why=approximation property=unreach-call flags="--engine ic3"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long key = __VERIFIER_nondet_ulong(), hidden = key;
  while (__VERIFIER_nondet_int()) {
    int *cell = malloc(sizeof *cell);
    *cell = 1;
    hidden = (unsigned long)cell ^ key;
  }
  int *found = (int *)(hidden ^ key);
  if (found && *found != 1)
    reach_error();
  return 0;
}
