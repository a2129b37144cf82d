// expect: unknown why=undefined-behaviour
#include <assert.h>

int main(void) {
  int x = 1;
  int *p;
  *p = 2;
  assert(x == 1);
}
