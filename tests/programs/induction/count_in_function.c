// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned counted(unsigned limit) {
  unsigned i = 0;
  while (i < limit)
    i++;
  return i;
}

int main(void) {
  unsigned limit = __VERIFIER_nondet_uint() % 1000;
  assert(counted(limit) == limit);
  assert(counted(limit + 1) > limit);
}
