// expect: unsafe line=8
// 2026-11-15: reported safe, because fread was assumed to write nothing of an element that does not come in whole
#include <assert.h>
#include <stdio.h>

int main(void) {
  int x = 0;
  if (fread(&x, sizeof x, 1, stdin) == 0) assert(x == 0);
}
