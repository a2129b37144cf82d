// expect: safe
// 2026-11-18: said unsafe, because a stream that gave less than it was asked for needed to be neither at its end nor broken
#include <assert.h>
#include <stdio.h>
int main(void) {
  char block[4];
  if (fread(block, 1, sizeof block, stdin) < sizeof block)
    assert(feof(stdin) || ferror(stdin));
  else
    assert(!feof(stdin));
}
