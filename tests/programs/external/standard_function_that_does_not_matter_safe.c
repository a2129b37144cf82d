// expect: safe
#include <assert.h>
#include <math.h>
int shared = 3;

int main(void) {
  double x = j0(0.5);
  assert(shared == 3 || x > 0.0);
}
