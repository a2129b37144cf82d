// expect: unknown why=approximation property=assertions
// 2026-11-18: said safe, because 0x without digits was taken to match nothing, as C says and glibc does not
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x;
  assert(sscanf("0x", "%i", &x) == 0);
}
