// expect: unsafe line=10 property=default
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char block[20] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 10)
    return 0;
  memcpy(block + 9, block, n);
  memmove(block + 1, block, n);
  memcpy(block, block, n);
}
