// expect: unknown why=approximation
#include <assert.h>
#include <string.h>

int main(void) {
  volatile double zero = 0;
  double nan = zero / zero;
  unsigned long long bits;
  memcpy(&bits, &nan, sizeof bits);
  assert(bits >> 63);
}
