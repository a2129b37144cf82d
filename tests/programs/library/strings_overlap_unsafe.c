// expect: unsafe line=10 property=default
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char block[16] = "abcd", other[16] = "abcd";
  unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (from > 3 || to < 4 || to > 11 || n > 4)
    return 0;
  strcpy(block + to, block + from);
  strncpy(block + 5 + n, block + 5, n);
  strcpy(n ? other : block + 8, block + from);
}
