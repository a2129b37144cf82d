// expect: unsafe line=8
#include <assert.h>

int main(void) {
  unsigned char a = 200, b = 100;
  int sum = a + b;
  unsigned char narrow = a + b;
  assert(sum == 44 && narrow == 44);
}
