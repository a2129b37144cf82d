// expect: unknown why=approximation property=assertions
// 2026-11-18: reported unsafe, because the end of a number was that of strtod, which returns characters to the input
#include <assert.h>
#include <stdio.h>

int main(void) {
  double v = 77;
  assert(sscanf("0x", "%lf", &v) == 0 && v == 77);
}
