// expect: unsafe line=9 property=assertions
// 2026-11-18: reported safe, because text behind a word of its full width was assumed to be present in the input
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[6];
  if (scanf("%5s x", text) == 1)
    assert(!feof(stdin));
}
