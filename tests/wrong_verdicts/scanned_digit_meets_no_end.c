// expect: safe property=assertions
// 2026-11-18: reported unsafe, because a number of one digit was assumed to require a following character
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x;
  if (scanf("%1d", &x) == 1)
    assert(!feof(stdin));
}
