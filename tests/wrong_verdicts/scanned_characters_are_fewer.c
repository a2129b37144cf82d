// expect: unsafe line=9 property=assertions
// 2026-11-18: reported safe, because %5c was assumed to get five characters or none
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[5];
  if (scanf("%5c", text) == 1)
    assert(!feof(stdin));
}
