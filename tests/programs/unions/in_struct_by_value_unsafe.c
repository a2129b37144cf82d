// expect: unsafe line=17
#include <assert.h>
struct Tagged {
  int is_float;
  union {
    int i;
    float f;
  } as;
};

static int truncated(struct Tagged t) {
  return t.is_float ? (int)t.as.f : t.as.i;
}

int main(void) {
  struct Tagged a = {.is_float = 1, .as.f = 2.75f}, b = {.is_float = 0, .as.i = 9};
  assert(truncated(a) == 3 && truncated(b) == 9);
}
