// expect: safe property=assertions
// 2026-11-18: reported unsafe, because the width bounded the lower half of the number only
#include <assert.h>
#include <stdio.h>

int main(void) {
  long long v = 0;
  if (scanf("%3lld", &v) == 1)
    assert(v <= 999 && v >= -99);
}
