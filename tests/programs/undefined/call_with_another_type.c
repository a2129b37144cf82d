// expect: unknown why=undefined-behaviour
#include <assert.h>
static int g;
static void set(int x) { g = x; }

int main(void) {
  void (*p)(void) = (void (*)(void))set;
  p();
  assert(g == 0);
}
