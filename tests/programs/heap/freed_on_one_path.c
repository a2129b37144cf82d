// expect: unknown why=undefined-behaviour
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int())
    free(p);
  *p = 2;
}
