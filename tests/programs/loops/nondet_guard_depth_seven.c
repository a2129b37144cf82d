// expect: unsafe line=9 flags="--engine bmc{max-bound=12}"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int depth = 0;
  while (__VERIFIER_nondet_int()) {
    depth++;
    assert(depth < 7);
  }
}
