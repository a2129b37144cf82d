// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { READ = 1, WRITE = 2, RUN = 4 };

int main(void) {
  unsigned rights = READ;
  for (;;) {
    switch (__VERIFIER_nondet_uchar()) {
    case 0: rights |= WRITE; break;
    case 1: rights |= RUN; break;
    case 2: rights &= READ | RUN; break;
    case 3: rights &= READ | WRITE; break;
    default: return 0;
    }
    assert((rights & READ) && rights <= (READ | WRITE | RUN));
  }
}
