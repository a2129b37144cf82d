// expect: unsafe line=9 property=assertions
// 2026-11-18: reported safe, because text behind the last conversion was assumed to be present in the input
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x;
  if (scanf("%dx", &x) == 1)
    assert(!feof(stdin));
}
