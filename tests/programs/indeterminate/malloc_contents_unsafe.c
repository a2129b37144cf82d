// expect: unsafe line=8
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned char *p = malloc(4);
  p[0] = 1;
  assert(p[3] == 1);
}
