// expect: unsafe line=7
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 100);
}
