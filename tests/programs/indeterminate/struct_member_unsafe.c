// expect: unsafe line=11
#include <assert.h>
struct S {
  int a, b;
};

int main(void) {
  struct S s;
  s.a = 4;
  struct S t = s;
  assert(t.b == 4);
}
