// expect: safe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct Point {
  short x;
  int y;
};

int main(void) {
  struct Point points[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  assert(points[i].y == points[i].x * 10 && points[i].y <= 40);
}
