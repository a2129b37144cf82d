// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4), *q = malloc(4);
  *p = 1;
  *q = 2;
  assert(*p == 1 && p != q);
  free(p);
  free(q);
}
