// expect: unsafe line=12 flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

float levels[3];

int main(void) {
  while (__VERIFIER_nondet_int()) {
    unsigned at = __VERIFIER_nondet_uint() % 3;
    if (levels[at] < 8.0f) levels[at] = levels[at] + 1.0f;
    assert(levels[at] < 2.0f);
  }
}
