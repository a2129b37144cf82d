// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int x = 1;
  char *p = malloc(3);
  p[3] = 0;
  assert(x == 1);
}
