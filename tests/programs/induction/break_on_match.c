// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned seen = 0, hit = 0;
  while (seen < 200) {
    if (__VERIFIER_nondet_uchar() == 42) {
      hit = 1;
      break;
    }
    seen++;
  }
  assert(hit || seen == 200);
  assert(!hit || seen < 200);
}
