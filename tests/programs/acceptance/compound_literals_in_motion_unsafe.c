// expect: unsafe line=8
#include <assert.h>

int main(void) {
  int *p = (int[]){2, 4};
  assert(*(++p) == 4);
  const float *q = (const float[]){1e0, 1e1, 1e2};
  assert(*(q++) == 1e1);
}
