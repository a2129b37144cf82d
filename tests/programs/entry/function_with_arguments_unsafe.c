// expect: unsafe line=6 flags="--function check"
#include <assert.h>

int check(int a, unsigned char b) {
  int sum = b + (a & 1);
  assert(sum >= 0 && sum <= 255);
  return sum;
}

int main(void) { return check(1, 2); }
