// expect: safe
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -1000.0f && x < 1000.0f) {
    int i = (int)x;
    assert(i <= 999 && i >= -999 && (x < 0 ? i >= x : i <= x));
  }
}
