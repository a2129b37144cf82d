// expect: unknown why=bound-reached flags="--engine bmc{max-bound=4}"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int depth = 0;
  while (__VERIFIER_nondet_int()) {
    depth = (depth + 1) % 7;
    assert(depth < 7);
  }
}
