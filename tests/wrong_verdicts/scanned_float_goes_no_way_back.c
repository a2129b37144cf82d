// expect: unknown why=approximation property=assertions
// 2026-11-18: said unsafe, because where a number ends was taken from strtod, which goes back
#include <assert.h>
#include <stdio.h>

int main(void) {
  double v = 77;
  assert(sscanf("0x", "%lf", &v) == 0 && v == 77);
}
