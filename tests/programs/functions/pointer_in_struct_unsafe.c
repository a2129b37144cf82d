// expect: unsafe line=16
#include <assert.h>
struct Counter {
  int value;
  void (*step)(struct Counter *);
};

static void up(struct Counter *c) { c->value++; }
static void down(struct Counter *c) { c->value--; }

int main(void) {
  struct Counter c = {5, up};
  c.step(&c);
  c.step = up;
  c.step(&c);
  assert(c.value == 5);
}
