// expect: safe
// 2026-11-18: reported unsafe, because a failed read of a line set neither the end-of-file nor the error indicator
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin) == 0)
    assert(feof(stdin) || ferror(stdin));
}
