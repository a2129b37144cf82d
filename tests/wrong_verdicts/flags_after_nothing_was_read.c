// expect: safe
// 2026-11-18: said unsafe, because a stream without another line needed to be neither at its end nor broken
#include <assert.h>
#include <stdio.h>
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin) == 0)
    assert(feof(stdin) || ferror(stdin));
}
