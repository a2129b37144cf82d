// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  assert(c >= -1 && c <= 255);
}
