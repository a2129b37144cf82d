// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  *p = 1;
  free(p);
  *p = 3;
  assert(1);
}
