// expect: unknown why=approximation property=assertions
// 2026-11-18: reported safe, because 0x without digits was assumed to match nothing, as C requires, unlike glibc
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x;
  assert(sscanf("0x", "%i", &x) == 0);
}
