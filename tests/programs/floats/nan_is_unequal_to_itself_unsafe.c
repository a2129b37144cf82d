// expect: unsafe line=8
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float(), y = x;
  
    assert(x == y);
}
