// expect: safe flags="--function check"
#include <assert.h>

int check(int a, unsigned char b) {
  int sum = b + (a & 1);
  assert(sum >= 0 && sum <= 256);
  return sum;
}

int main(void) { return check(1, 2); }
