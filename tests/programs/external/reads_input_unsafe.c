// expect: unsafe line=8
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 1, y = 1;
  scanf("%d", &x);
  assert(x == 1);
}
