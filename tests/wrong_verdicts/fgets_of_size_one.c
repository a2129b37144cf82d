// expect: unsafe line=8
// 2026-11-15: reported safe, because fgets was assumed to fail when there is room for the terminator only
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[1];
  if (fgets(line, 1, stdin)) assert(line[0] != 0);
}
