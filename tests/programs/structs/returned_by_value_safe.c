// expect: safe
#include <assert.h>
struct Fraction {
  long numerator, denominator;
};

static struct Fraction invert(struct Fraction f) {
  struct Fraction r = {f.denominator, f.numerator};
  return r;
}

int main(void) {
  struct Fraction f = invert((struct Fraction){2, 3});
  assert(f.numerator == 3 && invert(f).numerator == 2);
}
