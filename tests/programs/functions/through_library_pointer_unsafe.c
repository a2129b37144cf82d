// expect: unsafe line=9
#include <assert.h>
#include <stdlib.h>
static void *(*allocate)(size_t) = malloc;

int main(void) {
  int *p = allocate(sizeof *p);
  *p = 3;
  assert(*p == 4);
}
