// expect: unsafe line=11
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 4 * sizeof *p);
  p[3] = 4;
  assert(p[0] == 1 && p[1] == 0 && p[3] == 4);
  free(p);
}
