// expect: unknown why=undefined-behaviour
#include <assert.h>

static int *local(void) {
  int x = 4;
  int *p = &x;
  return p;
}

int main(void) {
  int *p = local();
  int got = *p;
  assert(got == got);
}
