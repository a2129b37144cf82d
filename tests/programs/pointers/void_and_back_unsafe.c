// expect: unsafe line=9
#include <assert.h>

int main(void) {
  double d = 2.5;
  void *v = &d;
  double *back = v;
  *back *= 2;
  assert(d == 2.5);
}
