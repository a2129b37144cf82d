// expect: safe
// 2026-11-18: reported unsafe, because fgets went on behind the end of a line
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) != 0)
    assert(line[0] != '\n' || line[1] == 0);
}
