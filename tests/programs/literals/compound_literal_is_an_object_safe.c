// expect: safe
#include <assert.h>
struct Pair {
  int a, b;
};

int main(void) {
  struct Pair *p = &(struct Pair){.b = 2};
  p->a += 5;
  assert(p->a == 5 && p->b == 2);
}
