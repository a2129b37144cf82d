// expect: unsafe line=16
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct Packed {
  unsigned low : 7;
  unsigned middle : 11;
  unsigned high : 14;
};

int main(void) {
  struct Packed p;
  p.low = 1;
  p.middle = 2;
  p.high = 3;
  p.middle = __VERIFIER_nondet_uint();
  assert(p.low == 1 && p.high == 3 && p.middle < 2047);
}
