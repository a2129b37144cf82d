// expect: safe
#include <assert.h>
struct S {
  int a, b;
};

int main(void) {
  struct S s;
  s.a = 4;
  struct S t = s;
  assert(t.a == 4);
}
