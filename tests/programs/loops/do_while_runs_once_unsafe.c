// expect: unsafe line=9
#include <assert.h>

int main(void) {
  int n = 0;
  do
    n++;
  while (n < 0);
  assert(n == 0);
}
