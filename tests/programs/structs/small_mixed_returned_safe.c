// expect: safe
#include <assert.h>
struct Mixed {
  float f;
  char c;
  double d;
};

static struct Mixed make(float f) {
  return (struct Mixed){.f = f, .c = 'x', .d = f * 2};
}

int main(void) {
  struct Mixed m = make(1.5f);
  assert(m.f == 1.5f && m.c == 'x' && m.d == 3.0);
}
