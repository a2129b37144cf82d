// expect: safe
#include <assert.h>
#include <stddef.h>
struct S {
  float f;
  double d;
};
struct T {
  int i;
  struct S s[10];
};

int main(void) {
  assert(offsetof(struct T, s[2].d) == 48);
}
