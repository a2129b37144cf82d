// expect: safe
#include <assert.h>

int main(void) {
  int a, b;
  int c = (a = 1, b = a + 1, a + b);
  for (a = 0, b = 10; a < b; a++, b--)
    ;
  assert(c == 3 && a == 5 && b == 5);
}
