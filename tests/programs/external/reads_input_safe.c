// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 1, y = 1;
  scanf("%d", &x);
  assert(y == 1);
}
