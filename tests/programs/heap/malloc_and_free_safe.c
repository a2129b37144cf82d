// expect: safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 8;
  int copy = *p;
  free(p);
  assert(copy == 8);
}
