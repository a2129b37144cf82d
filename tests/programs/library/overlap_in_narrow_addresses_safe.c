// expect: safe property=default flags="--data-model ILP32"
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char block[8] = "abc";
  unsigned from = __VERIFIER_nondet_uint() % 2;
  memccpy(block + 4, block + from, 'z', 3);
}
