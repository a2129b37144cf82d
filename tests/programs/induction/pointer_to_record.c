// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct lane {
  unsigned char cars, limit;
};
static struct lane left = {0, 5}, right = {2, 9};

int main(void) {
  struct lane *here = &left;
  while (__VERIFIER_nondet_uchar()) {
    here = __VERIFIER_nondet_uchar() > 60 ? &left : &right;
    if (here->cars < here->limit)
      here->cars++;
    else
      here->cars = 1;
  }
  assert(left.cars <= 5 && right.cars <= 9);
  assert(right.cars >= 1);
}
