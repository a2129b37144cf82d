// expect: unsafe line=8
#include <assert.h>
#include <stdlib.h>

int main(void) {
  free(0);
  int x = 1;
  assert(x == 2);
}
