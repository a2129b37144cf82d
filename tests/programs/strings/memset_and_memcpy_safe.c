// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  int a[4], b[4];
  memset(a, 0xff, sizeof a);
  memset(b, 0, sizeof b);
  memcpy(b + 1, a, 2 * sizeof *a);
  assert(a[3] == -1 && b[0] == 0 && b[2] == -1 && b[3] == 0);
}
