// expect: unsafe line=8
#include <assert.h>
#include <math.h>
int shared = 3;

int main(void) {
  if (shared == 4) return (int)j0(0.5);
  assert(shared != 3);
}
