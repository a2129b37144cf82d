// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(4);
  *p = 1;
  free(p);
  int *q = malloc(4);
  *q = 2;
  p = q;
  assert(*p == 2);
  free(q);
}
