// expect: safe
// 2026-11-18: reported unsafe, because a stream at its end returned data
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (getchar() == EOF && feof(stdin))
    assert(getchar() == EOF);
}
