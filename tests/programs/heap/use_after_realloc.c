// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  int *q = realloc(p, 100 * sizeof *q);
  *p = 2;
  assert(*q == 1);
}
