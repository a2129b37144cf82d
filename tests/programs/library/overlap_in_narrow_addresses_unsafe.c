// expect: unsafe line=8 property=default flags="--data-model ILP32"
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char block[8] = "abc";
  unsigned from = __VERIFIER_nondet_uint() % 2;
  memccpy(block, block + 2 + from, 'z', 3);
}
