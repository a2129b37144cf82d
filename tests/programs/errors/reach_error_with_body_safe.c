// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) { assert(0); }

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 10;
  if (x == 10)
    reach_error();
}
