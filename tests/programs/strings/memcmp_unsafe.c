// expect: unsafe line=7
#include <assert.h>
#include <string.h>

int main(void) {
  char a[4] = {1, 2, 3, 4}, b[4] = {1, 2, 3, 5};
  assert(memcmp(a, b, 3) == 0 && memcmp(a, b, 4) == 0);
}
