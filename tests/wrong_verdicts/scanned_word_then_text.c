// expect: unsafe line=9 property=assertions
// 2026-11-18: said safe, because text behind a word of its full width was taken for something that is there
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[6];
  if (scanf("%5s x", text) == 1)
    assert(!feof(stdin));
}
