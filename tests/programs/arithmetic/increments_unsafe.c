// expect: unsafe line=10
#include <assert.h>

int main(void) {
  int i = 5;
  int a = i++;
  int b = ++i;
  int c = i--;
  int d = --i;
  assert(a == 5 && b == 7 && c == 7 && d == 6 && i == 5);
}
