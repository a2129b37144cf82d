// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct Point {
  int x, y;
};

int main(void) {
  struct Point a = {1, 2}, b = {3, 4};
  struct Point c = __VERIFIER_nondet_int() ? a : b;
  assert(c.y == c.x + 1 && c.x < 4);
}
