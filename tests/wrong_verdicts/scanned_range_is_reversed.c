// expect: unknown why=approximation property=assertions
// 2026-11-18: reported unsafe, because a reversed range was assumed to be empty
#include <assert.h>
#include <stdio.h>

int main(void) {
  char a[9];
  assert(sscanf("z-a", "%[z-a]", a) == 1);
}
