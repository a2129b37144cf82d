// expect: safe
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);

int main(void) {
  int degrees = 20, heating = 0;
  do {
    if (degrees < 18)
      heating = 1;
    else if (degrees > 22)
      heating = 0;
    degrees += heating ? 1 : -1;
    assert(degrees >= 16 && degrees <= 23);
  } while (__VERIFIER_nondet_char() != -1);
}
