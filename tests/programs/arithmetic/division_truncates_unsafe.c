// expect: unsafe line=6
#include <assert.h>

int main(void) {
  int a = -7, b = 2;
  assert(a / b == -4 && a % b == -1 && 7 / -2 == -3 && 7 % -2 == 1);
}
