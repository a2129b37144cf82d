// expect: unsafe line=12 property=valid-memsafety violates=valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int()) {
    int count = __VERIFIER_nondet_int();
    if (count < 1 || count > 1000)
      continue;
    char *bytes = malloc(count);
    for (int i = 0; i <= count; i++)
      bytes[i] = 1;
    free(bytes);
  }
  return 0;
}
