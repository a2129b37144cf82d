// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static const short squares[5] = {0, 1, 4, 9, 16};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 5)
    assert(squares[i] == i * i && squares[i] <= 16);
}
